import { Injectable, Module } from '@nestjs/common';
import {
  INVOICE_DOCUMENT,
  type Block,
  type DocumentContent,
  type DocumentTemplate,
  type Words,
} from '../../../src/modules/documents';
import { extend } from '../../../src/platform/extensions';

/** A document without the table of taxes, for sellers whose lines have no tax. */
@Injectable()
export class ShortDocument implements DocumentTemplate {
  readonly name = 'short';

  blocks({ kind, number, stamp, seller, buyer, lines, totals }: DocumentContent, words: Words): Block[] {
    const columns = [
      { header: words.text('description'), align: 'start', width: 3 },
      { header: words.text('amount'), align: 'end', width: 1 },
    ] as const;
    const amounts = [
      ...lines.map((it) => ({ cells: [it.description, words.amount(it.netCents)] })),
      ...totals.map((it) => ({ cells: [words.text(it.key), words.amount(it.cents)] })),
    ];
    return [
      { type: 'heading', level: 1, text: `${words.text(kind)} ${number ?? ''}`.trim() },
      ...(stamp === null ? [] : [{ type: 'stamp', text: words.text(stamp) } as const]),
      { type: 'paragraph', text: `${words.text('seller')}: ${seller.name ?? ''}` },
      { type: 'paragraph', text: `${words.text('buyer')}: ${buyer.name ?? ''}` },
      { type: 'table', caption: words.text('lines'), columns, rows: amounts },
    ];
  }
}

@Module({ providers: [ShortDocument, extend(INVOICE_DOCUMENT, ShortDocument)] })
export class ShortDocumentModule {}
