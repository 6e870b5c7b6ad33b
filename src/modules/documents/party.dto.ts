import { AnswerField } from '../../platform/http/fields';
import type { FrozenDetails, Party } from './party';

const TEXT = { type: String, nullable: true } as const;

export class PartyDto {
  @AnswerField({
    description: '`legal_name`, else `name`; null if neither is set',
    ...TEXT,
    example: 'Jane Doe Limited',
  })
  name!: string | null;

  @AnswerField({ description: 'First line of the address', ...TEXT, example: '5 rue de la Paix' })
  address_line1!: string | null;

  @AnswerField({ description: 'Second line of the address', ...TEXT, example: null })
  address_line2!: string | null;

  @AnswerField({ description: 'Postal code', ...TEXT, example: '75002' }) zipcode!: string | null;
  @AnswerField({ description: 'City', ...TEXT, example: 'Paris' }) city!: string | null;
  @AnswerField({ description: 'State or region', ...TEXT, example: null }) state!: string | null;
  @AnswerField({ description: 'Country code, ISO 3166-1 alpha-2', ...TEXT, example: 'FR' })
  country!: string | null;

  @AnswerField({
    description: 'Tax identification numbers; the first is the VAT number',
    type: [String],
    example: ['FR40303265045'],
  })
  tax_ids!: string[];
}

export function toPartyResponse(party: Party | null): PartyDto | null {
  if (party === null) return null;
  const { name, addressLine1, addressLine2, zipcode, city, state, country, taxIds } = party;
  return {
    name,
    address_line1: addressLine1,
    address_line2: addressLine2,
    zipcode,
    city,
    state,
    country,
    tax_ids: taxIds,
  };
}

/** The fields of the response of a document that say what is frozen. */
export class FrozenDetailsDto {
  @AnswerField({
    description: 'Seller as of the finalization; null before, and in documents of earlier versions',
    type: PartyDto,
    nullable: true,
  })
  seller!: PartyDto | null;

  @AnswerField({
    description: 'Buyer as of the finalization; null before, and in documents of earlier versions',
    type: PartyDto,
    nullable: true,
  })
  buyer!: PartyDto | null;

  @AnswerField({
    description: 'Locale of the document, frozen at the finalization; null before',
    type: String,
    nullable: true,
    example: 'fr-FR',
  })
  locale!: string | null;

  @AnswerField({
    description:
      'SHA-256 digest of the PDF, in hexadecimal digits; null until the PDF is stored, seconds after the finalization',
    type: String,
    nullable: true,
    example: 'b5bb9d8014a0f9b1d61e21e796d78dccdf1352f23cd32812f4850b878ae4944c',
  })
  document_sha256!: string | null;
}

export function toFrozenDetails(record: FrozenDetails & { documentSha256: string | null }): FrozenDetailsDto {
  const { seller, buyer, locale, documentSha256 } = record;
  return {
    seller: toPartyResponse(seller),
    buyer: toPartyResponse(buyer),
    locale,
    document_sha256: documentSha256,
  };
}
