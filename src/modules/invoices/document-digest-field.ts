import { AnswerField } from '../../platform/http/fields';

/** Documents the `document_sha256` of invoices and credit notes. */
export function DocumentDigestField(): PropertyDecorator {
  return AnswerField({
    description:
      'SHA-256 of the PDF of the final document, in hex; null on drafts, and until the document is rendered',
    type: String,
    nullable: true,
    example: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  });
}
