import type { Config } from '../config/config';

/** The service cannot listen on HOST and PORT. */
export class ListenError extends Error {}

/** Returns the error of `listen` as one that names the variable and the remedy (docs/operations.md#configuration). */
export function listenFailure(error: NodeJS.ErrnoException, { host, port }: Config['http']): ListenError {
  return new ListenError(`${remedyOf(error.code ?? '', host, port)} (${error.message})`);
}

function remedyOf(code: string, host: string, port: number): string {
  switch (code) {
    case 'EADDRINUSE':
      return `PORT: another process listens on port ${port}. Stop it, or set PORT to a free port.`;
    case 'EACCES':
      return `PORT: this user may not listen on port ${port}. Set PORT to a port from 1024 on.`;
    case 'EADDRNOTAVAIL':
      return `HOST: ${host} is not an address of this machine. Set HOST to one of its addresses, or to 0.0.0.0 for all.`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `HOST: the name ${host} cannot be resolved. Set HOST to an IP address of this machine, or to 0.0.0.0 for all.`;
    default:
      return `The service cannot listen on HOST ${host} and PORT ${port}.`;
  }
}
