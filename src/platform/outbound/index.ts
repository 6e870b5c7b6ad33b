export { AddressPolicy } from './address-policy';
export type { OutboundTlsOptions } from './connector';
export type { LookupAll } from './fair-lookups';
export {
  OutboundClient,
  type OutboundClientOptions,
  type OutboundClientStats,
  type OutboundRequest,
} from './outbound-client';
export type { OutboundErrorClass } from './outbound-error';
export type { OutboundOutcome } from './outbound-outcome';
export { SmtpClient, SmtpError, type SmtpEnvelope } from './smtp-client';
export { isSecretHeader } from './stored-headers';
export { toStoredText } from './stored-text';
export {
  parseTargetUrl,
  type AcceptedTargetUrl,
  type TargetUrlErrorCode,
  type TargetUrlRefusal,
} from './target-url';
