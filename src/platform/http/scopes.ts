/** The scope that includes every other. */
export const ALL_SCOPES = '*';

const READ = ':read';
const FORMAT = /^[a-z]+(?:_[a-z]+)*:[a-z]+$/;
const SECTION = 'docs/security.md#scopes';

const names: string[] = [ALL_SCOPES];
const descriptions = new Map<string, string>([
  [ALL_SCOPES, 'Everything, also scopes that a later version adds'],
]);

/** The names of all scopes. The list grows while modules are loaded, so do not copy it at import. */
export const SCOPES: readonly string[] = names;

/**
 * Declares scopes of API keys with what each of them allows (docs/security.md#scopes). The file of a module's wiring
 * calls it; routes name a scope with `@RequiredScope()`.
 *
 * A scope `<resource>:read` must not cover a route that changes anything or returns a secret: the preset `read_only` has
 * all of these scopes, and a suspended organization keeps them.
 *
 * @throws Error for a scope that is declared twice or has another form than `resource:action`.
 */
export function defineScopes(scopes: Readonly<Record<string, string>>): void {
  for (const [name, description] of Object.entries(scopes)) {
    if (descriptions.has(name)) throw new Error(`The scope ${name} is declared twice`);
    if (!FORMAT.test(name))
      throw new Error(`The scope "${name}" must have the form resource:action, see ${SECTION}`);
    descriptions.set(name, description);
    names.push(name);
  }
}

/** Returns every scope with what it allows, in the order of declaration. */
export function describeScopes(): ReadonlyMap<string, string> {
  return descriptions;
}

/** Whether the scope only reads, and no secrets. */
export function isReadScope(scope: string): boolean {
  return scope.endsWith(READ);
}

/** Whether a key with the granted scopes may do what needs `required`. */
export function includesScope(granted: readonly string[], required: string): boolean {
  return granted.includes(required) || granted.includes(ALL_SCOPES);
}
