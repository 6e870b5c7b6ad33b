import { InsufficientScopeError } from '../../platform/errors/app-error';
import { ALL_SCOPES, SCOPES, defineScopes, includesScope, isReadScope } from '../../platform/http/scopes';

/** The scope that keys need to create, rotate and revoke keys. */
export const MANAGE_KEYS = 'keys:manage';

defineScopes({
  'keys:read': 'List and get API keys, without their raw keys',
  [MANAGE_KEYS]: 'Create, rotate and revoke API keys, with at most the scopes of the own key',
});

/** Named sets of scopes (docs/security.md#scopes). They are resolved when a key is created. */
export const SCOPE_PRESETS = ['full', 'read_only', 'ingest_only'] as const;

/** One of the named sets of scopes. */
export type ScopePreset = (typeof SCOPE_PRESETS)[number];

/** Returns the scopes of a preset. */
export function scopesOf(preset: ScopePreset): string[] {
  switch (preset) {
    case 'full':
      return [ALL_SCOPES];
    case 'read_only':
      return SCOPES.filter(isReadScope);
    case 'ingest_only':
      return ['events:write'];
  }
}

/** Returns the scopes without repetitions; only `*` if it is among them. */
export function normalizeScopes(scopes: readonly string[]): string[] {
  return scopes.includes(ALL_SCOPES) ? [ALL_SCOPES] : [...new Set(scopes)];
}

/** @throws InsufficientScopeError that names the first scope of `asked` that is not among the granted ones. */
export function assertWithin(granted: readonly string[], asked: readonly string[]): void {
  const missing = asked.find((it) => !includesScope(granted, it));
  if (missing !== undefined) throw new InsufficientScopeError(missing);
}
