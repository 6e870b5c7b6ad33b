import { Transform } from 'class-transformer';
import { AnswerField, TextField } from '../../platform/http/fields';
import type { SearchHit } from './search.service';

const trimmed = Transform(({ value }: { value: unknown }) =>
  typeof value === 'string' ? value.trim() : value,
);

export class SearchDto {
  @trimmed
  @TextField({ description: 'Beginning of a name, code, number or ID', example: 'acme', max: 100 })
  q!: string;
}

export class SearchHitDto {
  @AnswerField({
    description: 'Kind of record, as in events: `customer`, `invoice`, `plan` and so on',
    type: String,
    example: 'customer',
  })
  object_type!: string;
  @AnswerField({
    description: 'ID of the record',
    type: String,
    format: 'uuid',
    example: '0199a3c4-5b7e-7d11-8c55-0e3b5a7f9d21',
  })
  id!: string;
  @AnswerField({
    description: 'Name of the record, or else its number, `external_id` or ID',
    type: String,
    example: 'Acme Corporation',
  })
  title!: string;
  @AnswerField({
    description:
      'Tells records with the same title apart: the `code` or `external_id`; the status of an invoice',
    type: String,
    nullable: true,
    example: 'cust_1042',
  })
  subtitle!: string | null;
  @AnswerField({
    description: 'Customer of an invoice or a subscription; null for other records',
    type: String,
    format: 'uuid',
    nullable: true,
    example: null,
  })
  customer_id!: string | null;
  @AnswerField({ description: 'Field that matches `q`', type: String, example: 'name' })
  matched_field!: string;
  @AnswerField({ description: 'Value of this field', type: String, example: 'Acme Corporation' })
  matched_value!: string;
  @AnswerField({ description: 'Whether the whole value matches `q`', type: Boolean, example: false })
  exact!: boolean;
}

export class SearchResultsDto {
  @AnswerField({ description: 'Records found, best matches first', type: [SearchHitDto] })
  data!: SearchHitDto[];
}

export function toSearchResponse(hits: readonly SearchHit[]): SearchResultsDto {
  return {
    data: hits.map((it) => ({
      object_type: it.objectType,
      id: it.id,
      title: it.title,
      subtitle: it.subtitle,
      customer_id: it.customerId,
      matched_field: it.matchedField,
      matched_value: it.matchedValue,
      exact: it.isExact,
    })),
  };
}
