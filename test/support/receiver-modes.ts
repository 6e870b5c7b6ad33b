import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { gzipSync } from 'node:zlib';

/** What a receiver mode gets for each request, after the body has been read. */
export interface ModeContext {
  request: IncomingMessage;
  response: ServerResponse;
  socket: Socket;
  /** The decoded path segment after the mode's name, or an empty string. */
  argument: string;
  query: URLSearchParams;
  /** Number of the request on its connection, from 1. */
  turn: number;
}

type Mode = (context: ModeContext) => void;

const DRIP_MS = 10;
const CHUNK = Buffer.alloc(64 * 1024, 'x');
const INTERIM = 'HTTP/1.1 102 Processing\r\n\r\n';
const CHUNKED_OK = 'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nTransfer-Encoding: chunked\r\n\r\n';

// 50 MB of zeros, compressed to 51 KB. Created on first use, because compression takes a moment.
let bomb: Buffer | undefined;

/** How a receiver misbehaves, by the first segment of the path. */
export const receiverModes: Readonly<Record<string, Mode>> = {
  ok: ({ response }) => response.end('ok'),
  status: ({ response, argument }) => {
    response.statusCode = Number(argument);
    response.end(`status ${argument}`);
  },
  delay: ({ response, argument }) => void setTimeout(() => response.end('late'), Number(argument)),
  hang: () => undefined,
  redirect: ({ response, argument, query }) => {
    response.writeHead(Number(argument || 307), { location: query.get('to') ?? '/ok' }).end();
  },
  'retry-after': ({ response, argument, query }) => {
    response.writeHead(Number(query.get('status') ?? 503), { 'retry-after': argument }).end('later');
  },

  // Responses that end with their headers, although they announce a body; with `?body`, that body follows.
  bodiless: ({ socket, argument, query }) => {
    const body = query.has('body') ? 'text' : '';
    const announced = query.get('header') ?? 'Content-Length: 4';
    socket.write(`HTTP/1.1 ${argument} Bodiless\r\n${announced}\r\n\r\n${body}`);
  },
  'bodiless-1xx': ({ socket, argument }) => {
    const interim = `HTTP/1.1 ${argument} Interim\r\nContent-Length: 4\r\n\r\n`;
    socket.write(`${interim}HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok`);
  },

  // Unsolicited interim (1xx) responses, sent before the final response or in the same packet.
  continue: ({ response, socket, argument }) => {
    if (argument === 'together') socket.cork();
    response.writeContinue();
    response.writeEarlyHints({ link: '</style.css>' });
    response.writeContinue();
    const answer = (): void => {
      response.end('ok');
      socket.uncork();
    };
    if (argument === 'together') answer();
    else setTimeout(answer, DRIP_MS);
  },
  'drip-headers': ({ socket }) => {
    socket.write('HTTP/1.1 200 OK\r\nX-Drip: ');
    drip(socket, 'x');
  },
  'drip-body': ({ socket }) => {
    socket.write(CHUNKED_OK);
    drip(socket, '1\r\nx\r\n');
  },
  'endless-1xx': ({ socket }) => {
    drip(socket, INTERIM);
  },
  'flood-1xx': ({ socket }) => {
    flood(socket, Buffer.from(INTERIM.repeat(1_000)));
  },
  'huge-header': ({ socket }) =>
    void socket.write(`HTTP/1.1 200 OK\r\nX-Huge: ${'h'.repeat(1_048_576)}\r\n\r\n`),
  'huge-body': ({ socket }) => {
    socket.write('HTTP/1.1 200 OK\r\nContent-Length: 5000000000\r\n\r\n');
    flood(socket, CHUNK);
  },
  'gzip-bomb': ({ response }) => {
    bomb ??= gzipSync(Buffer.alloc(50 * 1024 * 1024));
    response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': bomb.length }).end(bomb);
  },
  body: ({ response, argument }) => response.end(Buffer.alloc(Number(argument), 'b')),
  nul: ({ response }) => response.end('a\0b'),
  'invalid-utf8': ({ response }) =>
    response.end(Buffer.from([0x61, 0xff, 0xc3, 0x28, 0xed, 0xa0, 0x80, 0x62])),
  'not-http': ({ socket }) => void socket.end('SSH-2.0-OpenSSH_9.7\r\n'),
  'status-099': ({ socket }) => void socket.write('HTTP/1.1 099 Low\r\nContent-Length: 2\r\n\r\nok'),
  'status-101': ({ socket }) => void socket.write('HTTP/1.1 101 Switching Protocols\r\n\r\n'),
  'two-lengths': ({ socket }) =>
    void socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nok'),

  reset: ({ socket }) => {
    reset(socket);
  },
  // Closes immediately, or after this many milliseconds.
  close: ({ socket, argument }) => void setTimeout(() => socket.destroy(), Number(argument)),
  'reset-mid-body': ({ socket }) => {
    socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\npartial');
    // The delay lets the client read first, because a reset discards unread data.
    setTimeout(() => {
      reset(socket);
    }, DRIP_MS);
  },
  truncated: ({ socket }) => {
    socket.end('HTTP/1.1 500 Oops\r\nConnection: close\r\nContent-Length: 1000\r\n\r\npartial');
  },
  'until-close': ({ socket }) => void socket.end('HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nwhole'),

  // The next three respond to the first request of a connection and fail the later ones.
  'close-idle': (context) => {
    if (context.turn === 1) context.response.end('ok');
    else context.socket.destroy();
  },
  'reset-idle': (context) => {
    if (context.turn === 1) context.response.end('ok');
    else reset(context.socket);
  },
  'partial-idle': ({ response, socket, turn }) => {
    if (turn === 1) response.end('ok');
    else socket.end('HTTP/1.1 2');
  },
};

// A TLS socket cannot send a TCP reset; it closes without close_notify.
function reset(socket: Socket): void {
  if (socket instanceof TLSSocket) socket.destroy();
  else socket.resetAndDestroy();
}

function drip(socket: Socket, text: string): void {
  const timer = setInterval(() => socket.write(text), DRIP_MS);
  socket.once('close', () => {
    clearInterval(timer);
  });
}

// Writes as fast as the client reads, until the connection closes.
function flood(socket: Socket, chunk: Buffer): void {
  const write = () => {
    while (!socket.destroyed && socket.write(chunk));
  };
  socket.on('drain', write);
  write();
}
