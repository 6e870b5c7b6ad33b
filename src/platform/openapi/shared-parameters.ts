import type { OpenAPIObject } from '@nestjs/swagger';
import { freeName, operationsOf, webhooksOf } from './documented-operations';

interface Response {
  headers?: Record<string, object>;
}

/** Moves parameters and response headers that occur more than once into components, each named as what it describes. */
export function shareParameters(document: OpenAPIObject): void {
  const operations = [...operationsOf(document).map((it) => it.operation), ...webhooksOf(document)];
  const parameters = new SharedParts('parameters');
  const headers = new SharedParts('headers');
  const responses: Response[] = [
    ...operations.flatMap((it) => Object.values(it.responses)),
    ...Object.values(document.components?.responses ?? {}),
  ];
  for (const it of operations) it.parameters?.forEach((one) => parameters.count(one));
  for (const it of responses) Object.values(it.headers ?? {}).forEach((one) => headers.count(one));
  for (const it of operations) {
    if (it.parameters === undefined) continue;
    it.parameters = it.parameters.map((one) => parameters.share((one as { name: string }).name, one));
  }
  for (const it of responses) {
    if (it.headers === undefined) continue;
    const shared = Object.entries(it.headers).map(([name, one]) => [name, headers.share(name, one)]);
    it.headers = Object.fromEntries(shared) as Record<string, object>;
  }
  document.components = { ...document.components, parameters: parameters.shared, headers: headers.shared };
}

/** The parts of one section of the components. */
class SharedParts {
  readonly shared: Record<string, never> = {};
  private readonly uses = new Map<string, number>();
  private readonly names = new Map<string, string>();

  constructor(private readonly section: string) {}

  count(part: object): void {
    const text = JSON.stringify(part);
    this.uses.set(text, (this.uses.get(text) ?? 0) + 1);
  }

  /** Returns a reference to a part that occurs more than once, and any other as it is. */
  share(name: string, part: object): object {
    const text = JSON.stringify(part);
    if (this.uses.get(text) === 1) return part;
    const known = this.names.get(text) ?? freeName(this.shared, name);
    this.names.set(text, known);
    this.shared[known] = part as never;
    return { $ref: `#/components/${this.section}/${known}` };
  }
}
