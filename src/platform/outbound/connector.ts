import { connect as connectTcp, isIP, type LookupFunction, type Socket } from 'node:net';
import { connect as connectTls, createSecureContext, type SecureContext } from 'node:tls';
import type { buildConnector } from 'undici';
import type { AddressPolicy } from './address-policy';
import type { GuardedResolver } from './guarded-resolver';
import { OutboundError, tlsError, toUnsentError } from './outbound-error';

const TCP_KEEP_ALIVE_MS = 60_000;

// Node's default of 250 ms would give up on addresses that are merely far away.
const NEXT_ADDRESS_AFTER_MS = 1_000;

interface AddressOptions {
  host: string;
  lookup: LookupFunction;
  autoSelectFamily: true;
  autoSelectFamilyAttemptTimeout: number;
}

export interface OutboundTlsOptions {
  /** PEM certificates to trust instead of Node's root certificates. */
  ca?: string | Buffer | (string | Buffer)[];
}

/**
 * Opens sockets only to addresses that the policy allows. TLS is version 1.2 or later and always verified, regardless
 * of the environment (NODE_TLS_REJECT_UNAUTHORIZED, --tls-min-v1.0).
 */
export class Connector {
  private readonly secureContext: SecureContext;

  constructor(
    private readonly policy: AddressPolicy,
    private readonly resolver: GuardedResolver,
    tls: OutboundTlsOptions = {},
  ) {
    // Shared by all connections, because creating a context loads the root certificates.
    this.secureContext = createSecureContext({ ...tls, minVersion: 'TLSv1.2' });
  }

  /**
   * Starts to connect; the callback gets the connected socket or an OutboundError.
   *
   * @returns the socket, so that the caller can destroy it while it is connecting; null if the address is refused
   */
  dial(target: buildConnector.Options, onBehalfOf: string, callback: buildConnector.Callback): Socket | null {
    const host = target.hostname.replace(/\.$/, '');
    if (isIP(host) !== 0 && !this.policy.isAllowed(host)) {
      const refusal = new OutboundError('blocked_address', 'webhooks are not sent to this address');
      process.nextTick(callback, refusal, null);
      return null;
    }
    const secure = target.protocol === 'https:';
    const options = this.addressOptions(host, onBehalfOf);
    const socket = secure ? this.dialTls(options, target) : this.dialTcp(options, target);
    socket.setNoDelay(true).setKeepAlive(true, TCP_KEEP_ALIVE_MS);
    report(socket, secure, callback);
    return socket;
  }

  private dialTcp(options: AddressOptions, target: buildConnector.Options): Socket {
    return connectTcp({ ...options, port: Number(target.port || 80) });
  }

  private dialTls(options: AddressOptions, target: buildConnector.Options): Socket {
    return connectTls({
      ...options,
      port: Number(target.port || 443),
      // SNI is omitted for IP addresses, which TLS does not allow there. Sessions are not resumed, because Node would
      // then skip the host name check.
      servername: isIP(options.host) === 0 ? options.host : '',
      secureContext: this.secureContext,
      rejectUnauthorized: true,
      ALPNProtocols: ['http/1.1'],
    });
  }

  private addressOptions(host: string, onBehalfOf: string): AddressOptions {
    return {
      host,
      lookup: this.resolver.lookupFor(onBehalfOf),
      autoSelectFamily: true,
      autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_AFTER_MS,
    };
  }
}

// Calls back exactly once. Keeps the error listener, because an error event without a listener would end the process.
function report(socket: Socket, secure: boolean, callback: buildConnector.Callback): void {
  let reported = false;
  let tcpConnected = false;
  socket.once('connect', () => {
    tcpConnected = true;
  });
  socket.once(secure ? 'secureConnect' : 'connect', () => {
    reported = true;
    callback(null, socket);
  });
  socket.on('error', (error) => {
    if (reported) return;
    reported = true;
    callback(secure && tcpConnected ? tlsError(error) : toUnsentError(error), null);
  });
}
