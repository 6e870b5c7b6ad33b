/** How to reach the mail server of the installation. */
export interface SmtpSettings {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte (`smtps://`); otherwise STARTTLS where the server offers it. */
  readonly isImplicitTls: boolean;
  /** Whether to send nothing to a server that does not offer STARTTLS. */
  readonly requireTls: boolean;
  readonly auth: { readonly user: string; readonly pass: string } | null;
}

const SCHEMES: Readonly<Record<string, { isImplicitTls: boolean; port: number }>> = {
  'smtp:': { isImplicitTls: false, port: 587 },
  'smtps:': { isImplicitTls: true, port: 465 },
};
const REQUIRE_TLS = 'requireTLS';
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/**
 * Reads SMTP_URL: `smtp://user:password@host:587` or `smtps://...`, either with `?requireTLS=true`, which credentials for
 * another host imply: whoever is in between could otherwise strip STARTTLS and read them.
 *
 * @throws RangeError that says what is wrong and does not repeat the URL.
 */
export function parseSmtpUrl(text: string): SmtpSettings {
  const url = URL.canParse(text) ? new URL(text) : null;
  const scheme = url === null ? undefined : SCHEMES[url.protocol];
  if (url === null || scheme === undefined || url.hostname === '' || !['', '/'].includes(url.pathname)) {
    throw new RangeError('must be a URL such as smtp://user:password@host:587 or smtps://user:password@host');
  }
  const unknown = [...url.searchParams.keys()].filter((it) => it !== REQUIRE_TLS);
  if (unknown.length > 0) throw new RangeError(`has an unknown option; the only one is ${REQUIRE_TLS}=true`);
  const auth = credentialsOf(url);
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port === '' ? scheme.port : Number(url.port),
    isImplicitTls: scheme.isImplicitTls,
    requireTls:
      url.searchParams.get(REQUIRE_TLS) === 'true' || (auth !== null && !LOOPBACK.test(url.hostname)),
    auth,
  };
}

function credentialsOf({ username, password }: URL): SmtpSettings['auth'] {
  if (username === '') return null;
  try {
    return { user: decodeURIComponent(username), pass: decodeURIComponent(password) };
  } catch {
    throw new RangeError('has a user or password that is not percent-encoded');
  }
}
