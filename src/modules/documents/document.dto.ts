import { EnumField } from '../../platform/http/fields';

export class GetDocumentDto {
  @EnumField({
    description:
      '`current`: a rendering of its own that shows the state of now, with a stamp for paid and void; it is not stored',
    example: 'current',
    values: ['current'],
    optional: true,
  })
  stamp?: 'current';
}
