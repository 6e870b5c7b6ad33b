import { Injectable } from '@nestjs/common';
import { SecretBox, type SecretContext } from '../../../platform/secrets/secret-box';
import { CREDENTIALS_PURPOSE, type ProviderConnectionEntity } from './connection.entity';

type Sealed = Pick<ProviderConnectionEntity, 'organizationId' | 'provider' | 'sealedCredentials'>;

/** Encrypts and decrypts the credentials of connections. */
@Injectable()
export class CredentialBox {
  constructor(private readonly secrets: SecretBox) {}

  seal(organizationId: string, provider: string, credentials: Readonly<Record<string, string>>): string {
    return this.secrets.seal(JSON.stringify(credentials), contextOf(organizationId, provider));
  }

  /** Returns null where there are none, or none that can be decrypted. */
  open({ organizationId, provider, sealedCredentials }: Sealed): Record<string, string> | null {
    if (sealedCredentials === null) return null;
    const text = this.secrets.openIfReadable(sealedCredentials, contextOf(organizationId, provider));
    return text === null ? null : (JSON.parse(text) as Record<string, string>);
  }
}

const contextOf = (organizationId: string, provider: string): SecretContext => ({
  purpose: CREDENTIALS_PURPOSE,
  organizationId,
  row: provider,
});
