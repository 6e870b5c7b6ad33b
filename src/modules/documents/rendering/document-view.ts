import { formatsOf, type Formats } from '../../../platform/locales/formats';
import { textsOf, type Texts } from '../../../platform/locales/locales';
import type { Buyer } from '../../customers';
import type { DocumentData, DocumentLine, DocumentLogo, DocumentSeller, DocumentTax } from '../document-data';

/** Somebody with an address. */
export interface PartyView {
  heading: string;
  /** The first is the name. */
  lines: readonly string[];
}

/** A table whose first column names its rows. */
export interface TableView {
  caption: string;
  columns: readonly { heading: string; isNumber: boolean; width: number }[];
  /** A cell may have several lines, separated by `\n`. */
  rows: readonly (readonly string[])[];
}

/** A document in the words and formats of its locale, before it is laid out. All of it is text, not HTML. */
export interface DocumentView {
  lang: string;
  title: string;
  stamp: string | null;
  logo: (DocumentLogo & { alt: string }) | null;
  accentColor: string;
  headerColor: string;
  seller: PartyView;
  buyer: PartyView;
  details: { heading: string; entries: readonly { label: string; value: string }[] };
  lines: TableView;
  taxes: TableView;
  totals: { heading: string; entries: readonly { label: string; value: string; isTotal: boolean }[] };
  notes: { heading: string; paragraphs: readonly string[] };
  /** The text at the bottom of a page. */
  pageOf: (page: number, pages: number) => string;
  /** In the metadata of the PDF. */
  author: string;
  date: Date;
}

interface Words {
  data: DocumentData;
  texts: Texts;
  formats: Formats;
}

/** Writes the data of a document in its locale. @throws RangeError for a locale without texts. */
export function documentView(data: DocumentData): DocumentView {
  const words = { data, texts: textsOf(data.locale), formats: formatsOf(data.locale) };
  const { texts } = words;
  const { seller, buyer, logo } = data;
  const sellerName = seller.legal_name ?? seller.name;
  return {
    lang: data.locale,
    title: titleOf(words),
    stamp: data.stamp === null ? null : texts(`stamp.${data.stamp}`),
    logo: logo === null ? null : { ...logo, alt: texts('document.logo', { name: sellerName }) },
    accentColor: seller.accent_color,
    headerColor: seller.header_color,
    seller: { heading: texts('document.seller'), lines: sellerLines(seller, texts) },
    buyer: { heading: texts('document.buyer'), lines: buyerLines(buyer, texts) },
    details: { heading: texts('document.details'), entries: detailsOf(words) },
    lines: data.type === 'invoice' ? invoiceLines(words) : creditNoteLines(words),
    taxes: taxTable(words),
    totals: { heading: texts('document.totals'), entries: totalsOf(words) },
    notes: {
      heading: texts('document.notes'),
      paragraphs: [data.description, seller.legal_text].filter((it) => it !== null),
    },
    pageOf: (page, pages) => texts('document.page', { page: String(page), pages: String(pages) }),
    author: sellerName,
    date: data.date,
  };
}

function titleOf({ data, texts }: Words): string {
  const kind = texts(`document.${data.type}`);
  if (data.number === null) return texts('document.draft_title', { kind });
  return texts('document.title', { kind, number: data.number });
}

function sellerLines(seller: DocumentSeller, texts: Texts): string[] {
  const taxIds = seller.tax_id === null ? [] : [seller.tax_id];
  return [seller.legal_name ?? seller.name, ...addressLines(seller), ...taxIdLines(taxIds, texts)];
}

function buyerLines(buyer: Buyer, texts: Texts): string[] {
  const name = buyer.legal_name ?? buyer.name ?? buyer.email ?? '-';
  const email = buyer.email === null || buyer.email === name ? [] : [buyer.email];
  return [name, ...addressLines(buyer), ...email, ...taxIdLines(buyer.tax_ids, texts)];
}

type Address = Pick<
  DocumentSeller,
  'address_line1' | 'address_line2' | 'zipcode' | 'city' | 'state' | 'country'
>;

function addressLines({ address_line1, address_line2, zipcode, city, state, country }: Address): string[] {
  const place = [zipcode, city].filter((it) => it !== null).join(' ');
  return [address_line1, address_line2, place, state, country]
    .filter((it) => it !== null)
    .filter((it) => it !== '');
}

const taxIdLines = (ids: readonly string[], texts: Texts): string[] =>
  ids.map((id) => texts('document.tax_id', { id }));

function detailsOf({ data, texts, formats }: Words): { label: string; value: string }[] {
  const date = (it: string | null): string | null => (it === null ? null : formats.date(it));
  const { billingPeriod: period, reason } = data;
  const entries: [string, string | null][] = [
    ['number', data.number],
    ['invoice_reference', data.invoiceNumber],
    ['issuing_date', date(data.issuingDate)],
    ['payment_due_date', date(data.paymentDueDate)],
    ['billing_period', period === null ? null : periodText(period, texts, formats)],
    ['reason', reason === null ? null : texts(`reason.${reason}`)],
    ['currency', data.currency],
  ];
  return entries.flatMap(([key, value]) =>
    value === null ? [] : [{ label: texts(`document.${key}`), value }],
  );
}

function periodText({ from, to }: { from: string; to: string }, texts: Texts, formats: Formats): string {
  return from === to
    ? formats.date(from)
    : texts('document.period', { from: formats.date(from), to: formats.date(to) });
}

function describe(line: DocumentLine, { data, texts, formats }: Words): string {
  const { period, discountAmountCents } = line;
  const extra = [
    // The period of the whole document is not repeated.
    period === null || isSame(period, data.billingPeriod) ? null : periodText(period, texts, formats),
    discountAmountCents === 0
      ? null
      : texts('document.discount_of_line', { amount: formats.money(discountAmountCents, data.currency) }),
  ];
  return [line.description, ...extra].filter((it) => it !== null).join('\n');
}

const isSame = (one: { from: string; to: string }, other: { from: string; to: string } | null): boolean =>
  one.from === other?.from && one.to === other.to;

function invoiceLines(words: Words): TableView {
  const { data, texts, formats } = words;
  return {
    caption: texts('document.lines'),
    columns: [
      { heading: texts('document.description'), isNumber: false, width: 38 },
      { heading: texts('document.quantity'), isNumber: true, width: 14 },
      { heading: texts('document.unit_price'), isNumber: true, width: 18 },
      { heading: texts('document.taxes'), isNumber: true, width: 12 },
      { heading: texts('document.amount'), isNumber: true, width: 18 },
    ],
    rows: data.lines.map((line) => [
      describe(line, words),
      line.quantity === null ? '' : formats.number(line.quantity),
      line.unitAmount === null ? '' : formats.price(line.unitAmount, data.currency),
      ratesOf(line.taxes, words),
      formats.money(line.amountCents, data.currency),
    ]),
  };
}

function creditNoteLines(words: Words): TableView {
  const { data, texts, formats } = words;
  return {
    caption: texts('document.lines'),
    columns: [
      { heading: texts('document.description'), isNumber: false, width: 60 },
      { heading: texts('document.taxes'), isNumber: true, width: 18 },
      { heading: texts('document.amount'), isNumber: true, width: 22 },
    ],
    rows: data.lines.map((line) => [
      describe(line, words),
      ratesOf(line.taxes, words),
      formats.money(line.amountCents, data.currency),
    ]),
  };
}

function ratesOf(taxes: readonly DocumentTax[], { texts, formats }: Words): string {
  if (taxes.length === 0) return texts('document.no_tax');
  return taxes.map((it) => formats.percent(it.rate)).join('\n');
}

function taxTable({ data, texts, formats }: Words): TableView {
  return {
    caption: texts('document.tax_breakdown'),
    columns: [
      { heading: texts('document.taxes'), isNumber: false, width: 44 },
      { heading: texts('document.taxable'), isNumber: true, width: 28 },
      { heading: texts('document.tax_amount'), isNumber: true, width: 28 },
    ],
    rows: data.taxes
      .filter((it) => it.taxes.length > 0)
      .map(({ taxes, taxableCents, taxCents }) => [
        taxes.map((it) => `${it.name} ${formats.percent(it.rate)}`).join(' + '),
        formats.money(taxableCents, data.currency),
        formats.money(taxCents, data.currency),
      ]),
  };
}

function totalsOf({ data, texts, formats }: Words): { label: string; value: string; isTotal: boolean }[] {
  return data.amounts.map(({ kind, name, amountCents }) => ({
    label: texts(`document.${kind}`, name === undefined ? {} : { name }),
    value: formats.money(amountCents, data.currency),
    isTotal: kind === 'total' || kind === 'due',
  }));
}
