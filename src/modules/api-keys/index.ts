export { ApiKeysModule } from './api-keys.module';
export { isUsable } from './api-key.rules';
export { USABLE_KEYS } from './api-key.statements';
export { ApiKeysService, type CreatedApiKey, type RecalledKey } from './api-keys.service';
export { RequestAuthentication } from './request-authentication';
export { CreatedApiKeyDto, toCreatedApiKeyResponse } from './api-key.dto';
