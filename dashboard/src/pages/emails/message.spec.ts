import { readMessage } from './message';

const MESSAGE = [
  'From: Acme <billing@acme.example>',
  'Content-Type: multipart/mixed;',
  ' boundary="outer"',
  '',
  '--outer',
  'Content-Type: multipart/alternative; boundary="inner"',
  '',
  '--inner',
  'Content-Type: text/plain; charset=utf-8',
  'Content-Transfer-Encoding: quoted-printable',
  '',
  'Your invoice of =E2=82=AC5 is =',
  'ready.',
  '--inner',
  'Content-Type: text/html; charset=utf-8',
  'Content-Transfer-Encoding: base64',
  '',
  Buffer.from('<p>€5</p>').toString('base64'),
  '--inner--',
  '--outer',
  'Content-Type: application/pdf; name=INV-1.pdf',
  'Content-Disposition: attachment; filename=INV-1.pdf',
  'Content-Transfer-Encoding: base64',
  '',
  'JVBERi0=',
  '--outer--',
  '',
].join('\r\n');

test('a message has its texts in both forms and the names of its files', () => {
  expect(readMessage(MESSAGE)).toEqual({
    text: 'Your invoice of €5 is ready.',
    html: '<p>€5</p>',
    attachments: ['INV-1.pdf'],
  });
});

test('a message of one part is its text', () => {
  expect(readMessage('Content-Type: text/plain\r\n\r\nHello\r\n\r\nagain')).toEqual({
    text: 'Hello\n\nagain',
    attachments: [],
  });
});
