export type {
  DunningCampaign as CampaignBody,
  PaymentRequest as PaymentRequestBody,
} from '@billing-service/sdk';
