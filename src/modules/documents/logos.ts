import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import { CLOCK, type Clock } from '../../platform/domain/clock';
import { ValidationFailedError } from '../../platform/errors/app-error';
import type { DocumentImage } from './blocks/block';
import { verifyImage } from './images/verify-image';
import { LogoEntity } from './stored-document.entity';

/** The logos of organizations, by their digests. */
@Injectable()
export class Logos {
  constructor(@Inject(CLOCK) private readonly clock: Clock) {}

  /**
   * Verifies and stores a logo. Returns its digest.
   *
   * @param base64 the image in base64.
   * @throws ValidationFailedError naming `logo`, if it is no PNG or JPEG image of at most 256 KB.
   */
  async store(tx: Transaction, organizationId: string, base64: string): Promise<string> {
    const image = verifiedLogo(base64);
    const { contentType, width, height, bytes } = image;
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const logo = { organizationId, sha256, contentType, width, height, bytes, createdAt: this.clock.now() };
    await tx.createQueryBuilder().insert().into(LogoEntity).values(logo).orIgnore().execute();
    return sha256;
  }

  /** Returns a stored logo; null for no digest. */
  async find(tx: Transaction, organizationId: string, sha256: string | null): Promise<DocumentImage | null> {
    return sha256 === null ? null : tx.findOneBy(LogoEntity, { organizationId, sha256 });
  }
}

function verifiedLogo(base64: string): DocumentImage {
  const bytes = Buffer.from(base64, 'base64');
  const isBase64 =
    bytes.toString('base64').replace(/=+$/, '') === base64.replace(/\s/g, '').replace(/=+$/, '');
  const image = isBase64 ? verifyImage(bytes) : { problem: 'must be an image in base64' };
  if ('problem' in image) throw ValidationFailedError.of('logo', 'invalid_image', `logo ${image.problem}.`);
  return image;
}
