import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../platform/config/config';
import { CLOCK, type Clock } from '../../platform/domain/clock';
import { GoneError, NotFoundError } from '../../platform/errors/app-error';
import { SecretBox } from '../../platform/secrets/secret-box';
import { DOCUMENT_KINDS } from './content';
import type { DocumentKey } from './document-key';

/** Binds the tokens of links to their purpose. */
const CONTEXT = 'document link';

/** The path of the links; outside /v1, because they need no API key. */
export const LINKS_PATH = 'documents';

/** A link under which anyone can read a document until it expires. */
export interface DocumentLink {
  url: string;
  expiresAt: Date;
}

/** Creates and opens links to documents. A link is its own record: its token is encrypted and authenticated. */
@Injectable()
export class DocumentLinks {
  constructor(
    private readonly secrets: SecretBox,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * @param expiresIn in seconds.
   * @param origin the address of the request, for an installation without PUBLIC_URL.
   */
  create({ organizationId, kind, id }: DocumentKey, expiresIn: number, origin: string): DocumentLink {
    const expiresAt = new Date(this.clock.now().getTime() + expiresIn * 1000);
    const text = JSON.stringify([organizationId, DOCUMENT_KINDS.indexOf(kind), id, expiresAt.getTime()]);
    const token = tokenOf(this.secrets.seal(text, CONTEXT));
    return { url: `${this.config.publicUrl ?? origin}/${LINKS_PATH}/${token}`, expiresAt };
  }

  /**
   * Returns the document of a token.
   *
   * @throws NotFoundError for a token that this service has not made; GoneError for one that has expired.
   */
  open(token: string): DocumentKey {
    const [organizationId, kind, id, expiresAt] = this.textOf(token);
    if (expiresAt <= this.clock.now().getTime()) {
      throw new GoneError('The link has expired. Ask the sender of the document for a new one.');
    }
    return { organizationId, kind: DOCUMENT_KINDS[kind] ?? 'invoice', id };
  }

  private textOf(token: string): [organizationId: string, kind: number, id: string, expiresAt: number] {
    const sealed = token.replaceAll('-', '+').replaceAll('_', '/');
    const text = this.secrets.openIfReadable(sealed, CONTEXT);
    if (text === null || tokenOf(normalized(sealed)) !== token) throw new NotFoundError('document');
    return JSON.parse(text) as [string, number, string, number];
  }
}

/** Writes sealed text in the alphabet of URLs. */
const tokenOf = (sealed: string): string =>
  sealed.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');

/** Base64 has several spellings of the same bytes; without this, an altered token could still be valid. */
function normalized(sealed: string): string {
  const [version = '', bytes = ''] = sealed.split('.');
  return `${version}.${Buffer.from(bytes, 'base64').toString('base64')}`;
}
