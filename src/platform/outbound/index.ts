export { AddressPolicy } from './address-policy';
export type { OutboundTlsOptions } from './connector';
export type { LookupAll } from './fair-lookups';
export {
  OutboundClient,
  type OutboundClientOptions,
  type OutboundClientStats,
  type OutboundRequest,
} from './outbound-client';
export type { LocalFault, OutboundErrorClass } from './outbound-error';
export type { OutboundOutcome } from './outbound-outcome';
export { isBlockedPort } from './port-policy';
export {
  parseTargetUrl,
  type AcceptedTargetUrl,
  type TargetUrlErrorCode,
  type TargetUrlRefusal,
} from './target-url';
