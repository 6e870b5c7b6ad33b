export { ApiKeysModule } from './api-keys.module';
export { ApiKeyAuthentication, type RecalledKey } from './api-key-authentication';
export { SessionsService, type SignedIn } from './sessions/sessions.service';
export { findUsableKeys } from './deferred-check';
export { ApiKeysService, type CreatedApiKey, type NewApiKey } from './api-keys.service';
export {
  ApiKeyDto,
  CreateApiKeyDto,
  CreatedApiKeyDto,
  ListApiKeysDto,
  toApiKeyInput,
  toApiKeyResponse,
  toCreatedApiKeyResponse,
} from './api-key.dto';
