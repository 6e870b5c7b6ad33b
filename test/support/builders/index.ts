/**
 * One builder per resource of the API. Its parameters are the organization, the records that the new record
 * refers to, and the request fields that the test cares about. It creates the other records it needs and
 * returns the body of the 201.
 */
export { aCampaign, aPaymentRequest } from './dunning';
export { aCharge, aMetric, aPlan, aTax } from './catalogue';
export { aCoupon, anAppliedCoupon } from './coupons';
export { aCreditNote, anInvoice, itemsOf } from './invoices';
export { aCustomer } from './customers';
export { aPayment, aPaymentByHand } from './payments';
export { aSubscription, aThreshold, aUsageEvent, usageEventOf } from './subscriptions';
export { aWallet } from './wallets';
export { anApiKey, anOrganization } from './organizations';
export { anEndpoint } from './webhook-endpoints';
