import { Injectable } from '@nestjs/common';
import type { Block, TableBlock, TableRow } from './blocks/block';
import type { DocumentContent, DocumentLine } from './content';
import type { Party } from './party';
import { DEFAULT_TEMPLATE, type DocumentTemplate } from './template';
import type { Words } from './words';

/** The template of the service: parties, fields, lines, totals, taxes and legal text, in this order. */
@Injectable()
export class StandardTemplate implements DocumentTemplate {
  readonly name = DEFAULT_TEMPLATE;

  blocks(content: DocumentContent, words: Words): Block[] {
    const { kind, number, stamp, seller, buyer, logo } = content;
    const alternative = words.text('logo', { name: seller.name ?? '' });
    return [
      ...(logo === null ? [] : [{ type: 'image', image: logo, alternative } as const]),
      { type: 'heading', level: 1, text: [words.text(kind), number].filter((it) => it !== null).join(' ') },
      ...(stamp === null ? [] : [{ type: 'stamp', text: words.text(stamp) } as const]),
      {
        type: 'columns',
        columns: [partyBlocks('seller', seller, words), partyBlocks('buyer', buyer, words)],
      },
      { type: 'fields', fields: fieldsOf(content, words) },
      linesTable(content, words),
      totalsTable(content, words),
      taxTable(content, words),
      ...(seller.legalText === null
        ? []
        : [{ type: 'paragraph', text: seller.legalText, style: 'small' } as const]),
    ];
  }
}

function partyBlocks(role: 'seller' | 'buyer', party: Party, words: Words) {
  const { name, addressLine1, addressLine2, zipcode, city, state, country, taxIds } = party;
  const place = [zipcode, city].filter((it) => it !== null).join(' ');
  const address = [addressLine1, addressLine2, place, state, country && words.country(country)];
  const lines = [...address, ...taxIds.map((it) => `${words.text('tax_id')}: ${it}`)];
  const text = lines.filter((it) => it !== null && it !== '').join('\n');
  return [
    { type: 'heading', level: 2, text: words.text(role) } as const,
    ...(name === null ? [] : [{ type: 'paragraph', text: name, style: 'strong' } as const]),
    ...(text === '' ? [] : [{ type: 'paragraph', text } as const]),
  ];
}

function fieldsOf(content: DocumentContent, words: Words): { label: string; value: string }[] {
  const { number, issuingDate, dueDate, period, creditedInvoice, reason } = content;
  const values: Record<string, string | null> = {
    number: number ?? words.text('no_number'),
    credited_invoice: creditedInvoice,
    reason: reason && words.text(reason),
    issuing_date: issuingDate && words.date(issuingDate),
    due_date: dueDate && words.date(dueDate),
    period: period && words.period(period),
  };
  return Object.entries(values).flatMap(([key, value]) =>
    value === null ? [] : [{ label: words.text(key), value }],
  );
}

function linesTable({ lines }: DocumentContent, words: Words): TableBlock {
  const hasDiscounts = lines.some((it) => it.discountCents !== 0n);
  const columns = [
    { header: words.text('description'), align: 'start', width: hasDiscounts ? 34 : 40 },
    { header: words.text('quantity'), align: 'end', width: 14 },
    { header: words.text('unit_price'), align: 'end', width: 16 },
    ...(hasDiscounts ? [{ header: words.text('discount'), align: 'end', width: 12 } as const] : []),
    { header: words.text('tax'), align: 'end', width: 10 },
    { header: words.text('net_amount'), align: 'end', width: 16 },
  ] as const;
  const rows = lines.map((line) => ({
    cells: [
      lineText(line, words),
      words.quantity(line.units, line.unitCode),
      words.unitPrice(line.unitAmount),
      ...(hasDiscounts ? [words.amount(-line.discountCents)] : []),
      line.taxCategory === 'O' ? words.text('no_tax') : words.percent(line.taxRate),
      words.amount(line.netCents),
    ],
  }));
  return { type: 'table', caption: words.text('lines'), columns, rows };
}

function lineText({ description, period }: DocumentLine, words: Words): string {
  return period === null ? description : `${description}\n${words.period(period)}`;
}

function totalsTable({ totals }: DocumentContent, words: Words): TableBlock {
  const rows = totals.map(({ key, cents, isSum }): TableRow => {
    const cells = [words.text(key), words.amount(cents)];
    return isSum ? { cells, style: 'strong' } : { cells };
  });
  const columns = [
    { header: words.text('label'), align: 'start', width: 70 },
    { header: words.text('amount'), align: 'end', width: 30 },
  ] as const;
  return { type: 'table', caption: words.text('totals'), columns, rows };
}

function taxTable({ taxes }: DocumentContent, words: Words): TableBlock {
  const columns = [
    { header: words.text('tax_category'), align: 'start', width: 40 },
    { header: words.text('tax_rate'), align: 'end', width: 15 },
    { header: words.text('taxable_amount'), align: 'end', width: 22 },
    { header: words.text('tax_amount'), align: 'end', width: 23 },
  ] as const;
  const rows = taxes.map(({ category, rate, taxableCents, taxCents }) => ({
    cells: [
      `${words.text(`tax_category.${category}`)} (${category})`,
      words.percent(rate),
      words.amount(taxableCents),
      words.amount(taxCents),
    ],
  }));
  return { type: 'table', caption: words.text('tax_summary'), columns, rows };
}
