import {
  MalformedNotificationError,
  amountAt,
  currencyAt,
  paymentIdAt,
  paymentUpdate,
  requireObject,
  requireText,
  textAt,
  verifySignature,
  type InboundHeaders,
  type PaymentProvider,
  type PaymentUpdate,
  type RawNotification,
  type SenderHints,
} from '../../../src/modules/payments/provider-kit';

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

  verify(headers: InboundHeaders, rawBody: Buffer, secrets: readonly string[], now: Date): boolean {
    const scheme = { header: this.signatureHeader, encoding: 'hex' } as const;
    return verifySignature(scheme, { headers, rawBody, secrets, now });
  }

  hints(body: unknown): SenderHints {
    const id = paymentIdAt(body, 'order');
    return { accountIds: [], paymentIds: id === null ? [] : [id] };
  }

  split(body: unknown, bodyText: string): RawNotification[] {
    return [{ eventId: textAt(body, 'id'), text: bodyText, replayKey: bodyText }];
  }

  read(notification: unknown): PaymentUpdate {
    const event = requireObject(notification, 'The event');
    const eventType = requireText(event, 'type');
    const outcome = OUTCOMES.get(eventType);
    if (outcome === undefined) throw new MalformedNotificationError('type is unknown');
    return paymentUpdate({
      eventType,
      occurredAt: null, // Acme Pay sends no time.
      outcome,
      paymentId: paymentIdAt(event, 'order'),
      providerPaymentId: textAt(event, 'charge'),
      amountCents: amountAt(event, 'amount'),
      currency: currencyAt(event, 'currency'),
    });
  }
}
