import { toStoredText } from '../../../platform/outbound';

/** What is kept of a text. */
const MAX_CHARS = 16_000;
const REMOVED = '[removed]';

/** Credentials, and what stands for one. */
const SECRETS = /^(?:.*secret.*|.*password.*|.*api_?key.*|access_token|authorization|token|otp|cvc|cvv)$/i;
/** Data of cards and bank accounts, whole objects included: numbers, holders, fingerprints. */
const METHODS =
  /^(?:card|cards|bank|number|last4|fingerprint|iban|bic|vpa|upi|sort_code|routing_number|branch_code|account_number.*|account_holder.*|bank_account|bank_accounts|customer_bank_account|bank_code|bank_details|us_bank_account|sepa_debit|bacs_debit|payment_method_details|payment_method_data|acquirer_data|card_.*|billing_agreement)$/i;
/** Data of persons. */
const PERSONS =
  /^(?:email|.*_email|receipt_email|phone|phone_number|contact|name|.*_name|address.*|city|postal_code|zipcode|street|state_or_province|line1|line2|ip|ip_address|billing|billing_details|customer_details|prefilled_customer|shipping|customer_ip|danish_identity_number|swedish_identity_number|tax_id)$/i;
/** Names of the API that the patterns would remove, and ids, which say nothing about anybody. */
const KEPT = new Set([
  'card_id',
  'token_id',
  'customer_bank_account_token_id',
  'bank_reference',
  'payment_method_id',
]);

const isRemoved = (name: string): boolean =>
  !KEPT.has(name) && (SECRETS.test(name) || METHODS.test(name) || PERSONS.test(name));

/**
 * Returns the text of a request or an answer as it may be stored: without secrets, card data and personal data, and cut.
 * A text that is neither JSON nor a form is not kept at all.
 */
export function storedBody(text: string | null): string | null {
  if (text === null || text === '') return null;
  const value = parsed(text);
  if (value !== undefined) return toStoredText(JSON.stringify(redacted(value)), MAX_CHARS);
  return isForm(text) ? toStoredText(storedQuery(text), MAX_CHARS) : `[${text.length} characters]`;
}

/** Returns a path with its query as it may be stored. */
export function storedPath(path: string): string {
  const end = path.indexOf('?');
  return toStoredText(
    end < 0 ? path : `${path.slice(0, end)}?${storedQuery(path.slice(end + 1))}`,
    MAX_CHARS,
  );
}

/** Redacts `a=1&b[name]=x` by the names within the brackets. */
function storedQuery(text: string): string {
  const pairs = text.split('&').map((pair) => {
    const end = pair.indexOf('=');
    const names = decoded(end < 0 ? pair : pair.slice(0, end)).split(/[[\]]+/);
    return names.some(isRemoved) && end >= 0 ? `${pair.slice(0, end)}=${REMOVED}` : pair;
  });
  return pairs.join('&');
}

function redacted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(redacted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, it]): [string, unknown] => [
    name,
    isRemoved(name) && it !== null ? REMOVED : redacted(it),
  ]);
  return Object.fromEntries(entries);
}

const isForm = (text: string): boolean => /^[^\s=&<>{]+=[^\s<>{]*$/.test(text);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
