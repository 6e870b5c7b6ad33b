import { parseSmtpUrl } from './smtp-settings';

describe('the settings of SMTP_URL', () => {
  it('have the ports and the TLS of their scheme', () => {
    expect(parseSmtpUrl('smtp://mail.example.com')).toEqual({
      host: 'mail.example.com',
      port: 587,
      isImplicitTls: false,
      requireTls: false,
      auth: null,
    });
    expect(parseSmtpUrl('smtps://mail.example.com/')).toMatchObject({ port: 465, isImplicitTls: true });
    expect(parseSmtpUrl('smtp://[::1]:2525')).toMatchObject({ host: '::1', port: 2525 });
  });

  it('decode the credentials', () => {
    const { auth } = parseSmtpUrl('smtp://billing%40example.com:p%3Ass@mail.example.com');
    expect(auth).toEqual({ user: 'billing@example.com', pass: 'p:ss' });
  });

  it.each([
    ['smtp://mail.example.com', false],
    ['smtp://mail.example.com?requireTLS=true', true],
    ['smtp://a:b@mail.example.com', true],
    ['smtp://a:b@127.0.0.1:2525', false],
    ['smtp://a:b@localhost', false],
  ])('of %s require STARTTLS: %s', (url, expected) => {
    expect(parseSmtpUrl(url).requireTls).toBe(expected);
  });

  it.each([
    'mail.example.com',
    'https://mail.example.com',
    'smtp://',
    'smtp://host/path',
    'smtp://s%zzcret:secret@host',
    'smtp://host?tls.rejectUnauthorized=false',
  ])('refuse %s without repeating it', (url) => {
    const attempt = (): unknown => parseSmtpUrl(url);
    expect(attempt).toThrow(RangeError);
    expect(attempt).not.toThrow(/secret|rejectUnauthorized/);
  });
});
