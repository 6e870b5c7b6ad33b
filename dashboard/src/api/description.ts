import { useOnce } from './hooks';

/** A JSON Schema, as far as the dashboard reads it. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  example?: unknown;
  items?: Schema;
  properties?: Record<string, Schema>;
  allOf?: Schema[];
}

interface Description {
  components: { schemas: Record<string, Schema> };
}

/** Returns the schemas of the API description by name; undefined until they are loaded. */
export function useSchemas(): Record<string, Schema> | undefined {
  return useOnce(['openapi'], async (signal) => {
    const response = await fetch('/openapi.json', { signal });
    return ((await response.json()) as Description).components.schemas;
  }).data;
}
