export { ApiKeysModule } from './api-keys.module';
export { ApiKeysService, type CreatedApiKey } from './api-keys.service';
export { CreatedApiKeyDto, toCreatedApiKeyResponse } from './api-key.dto';
