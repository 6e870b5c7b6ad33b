import { EnumField } from '../../platform/http/fields';
import type { DocumentView } from './document-source';

export class DocumentQueryDto {
  @EnumField({
    description:
      '`current` draws the document again, with what was paid since and the stamp PAID or VOID. By default, a final ' +
      'document is returned as it became final',
    example: 'current',
    optional: true,
    values: ['current'],
  })
  stamp?: 'current';
}

export function toDocumentView({ stamp }: DocumentQueryDto): DocumentView {
  return stamp === 'current' ? 'current' : 'final';
}
