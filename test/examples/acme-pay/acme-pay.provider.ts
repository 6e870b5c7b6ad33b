import {
  HEX_SHA256,
  MalformedItemError,
  amountAt,
  currencyAt,
  exactTextAt,
  isSignedWith,
  notificationOf,
  paymentIdAt,
  requireObject,
  requireText,
  soleHeader,
  unlessMalformed,
  utf8Keys,
  type InboundHeaders,
  type PaymentProvider,
  type ProviderItem,
  type ProviderNotification,
  type SenderHints,
} from '../../../src/modules/payments';

const DAY_SECONDS = 24 * 60 * 60;
const OUTCOMES = new Map<string, 'succeeded' | 'failed'>([
  ['paid', 'succeeded'],
  ['declined', 'failed'],
]);

/** Acme Pay: `{"id", "type", "order", "charge", "amount", "currency"}`, signed with a hex digest of the body. */
export class AcmePayProvider implements PaymentProvider {
  readonly name = 'acme_pay';
  readonly signatureHeader = 'Acme-Signature';
  readonly previousSecretSeconds = DAY_SECONDS;

  secretProblem(): null {
    return null;
  }

  verify(headers: InboundHeaders, rawBody: Buffer, secrets: readonly string[]): boolean {
    const header = soleHeader(headers, this.signatureHeader) ?? '';
    const signatures = HEX_SHA256.test(header) ? [header] : [];
    return isSignedWith(utf8Keys(secrets), [rawBody], signatures, 'hex');
  }

  hints(body: unknown): SenderHints {
    const id = unlessMalformed(() => paymentIdAt(body, 'order'));
    return { accountIds: [], paymentIds: id === null ? [] : [id] };
  }

  split(body: unknown, bodyText: string): ProviderItem[] {
    return [{ eventId: unlessMalformed(() => exactTextAt(body, 'id')), text: bodyText, replayKey: bodyText }];
  }

  read(item: unknown): ProviderNotification {
    const event = requireObject(item, 'The event');
    exactTextAt(event, 'id'); // `split` ignores a malformed ID
    const eventType = requireText(event, 'type');
    const outcome = OUTCOMES.get(eventType);
    if (outcome === undefined) throw new MalformedItemError('type is not known');
    return notificationOf({
      eventType,
      occurredAt: null, // Acme sends no timestamp
      outcome,
      paymentId: paymentIdAt(event, 'order'),
      providerPaymentId: exactTextAt(event, 'charge'),
      amountCents: amountAt(event, 'amount'),
      currency: currencyAt(event, 'currency'),
    });
  }
}
