import { Injectable } from '@nestjs/common';
import { Circuit } from './circuit';

/** The circuits of this process, one per organization and provider: a provider that is down stops only itself. */
@Injectable()
export class ProviderCircuits {
  private readonly circuits = new Map<string, Circuit>();

  of(organizationId: string, provider: string): Circuit {
    const key = `${organizationId}/${provider}`;
    const known = this.circuits.get(key);
    if (known !== undefined) return known;
    this.forgetFresh();
    const circuit = new Circuit();
    this.circuits.set(key, circuit);
    return circuit;
  }

  /** Keeps the map as small as the number of connections in trouble. A fresh circuit knows nothing that a new one does not. */
  private forgetFresh(): void {
    if (this.circuits.size < MANY) return;
    for (const [key, circuit] of this.circuits) if (circuit.isFresh) this.circuits.delete(key);
  }
}

const MANY = 1_000;
