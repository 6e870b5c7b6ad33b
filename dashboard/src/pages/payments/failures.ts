/** Explains why a payment failed, for people who do not know the codes of providers. */
const WORDS: Readonly<Record<string, string>> = {
  authentication_required: 'The bank wants the payer to authenticate.',
  authentication_declined: 'The payer did not authenticate.',
  card_declined: 'The bank declined without saying why.',
  card_velocity_exceeded: 'The limit of the card is reached.',
  currency_not_supported: 'The provider cannot collect this currency.',
  do_not_honor: 'The bank declined without saying why.',
  expired_card: 'The card has expired.',
  fraudulent: 'The provider suspects fraud.',
  generic_decline: 'The bank declined without saying why.',
  incorrect_cvc: 'The security code of the card is wrong.',
  insufficient_funds: 'The account does not have enough money.',
  lost_card: 'The card was reported lost.',
  mandate_invalid: 'The permission to debit the account is not valid any more.',
  not_received: 'The request did not reach the provider, and no money was taken.',
  processing_error: 'The bank could not process it. A later try may succeed.',
  provider_not_connected: 'The provider is not connected for collecting.',
  provider_rejected: 'The provider refused the credentials of the connection.',
  provider_unavailable: 'The provider did not respond, and no money was taken.',
  stolen_card: 'The card was reported stolen.',
  total_differs: 'The provider would have taken another amount than is due.',
};

/** Returns why something failed, in plain words where the code is known, else in those of the provider. */
export function failureInWords(code: string | null, reason: string | null): string | null {
  return (code === null ? undefined : WORDS[code]) ?? reason ?? code;
}
