import { execFileSync } from 'node:child_process';
import { curlOf } from './curl';

test('the command carries body and headers through a shell unchanged', () => {
  const body = JSON.stringify({ name: `O'Neil $HOME "x" \\ \`id\``, emoji: '✓' });
  const command = curlOf('https://example.com/a?b=1&c=2', body, { 'webhook-id': 'a b', host: 'example.com' });
  const printed = execFileSync('sh', ['-c', `curl() { printf '%s\\0' "$@"; }\n${command}`]).toString();
  expect(printed.split('\0')).toEqual([
    '-X',
    'POST',
    'https://example.com/a?b=1&c=2',
    '-H',
    'content-type: application/json',
    '-H',
    'webhook-id: a b',
    '--data-raw',
    body,
    '',
  ]);
});
