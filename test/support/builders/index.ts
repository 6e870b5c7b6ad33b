/**
 * One builder for each document. Each takes the organization, then the documents that it is about, then the fields
 * of the request that the test cares about; it makes what it needs besides, and returns the body of the 201.
 */
export { aCharge, aMetric, aPlan, aTax } from './catalogue';
export { aCreditNote, anInvoice, itemsOf } from './invoices';
export { aCustomer } from './customers';
export { aPayment, aPaymentByHand } from './payments';
export { aCampaign, aPaymentRequest } from './dunning';
export { aSubscription, aUsageEvent } from './subscriptions';
export { aWallet } from './wallets';
