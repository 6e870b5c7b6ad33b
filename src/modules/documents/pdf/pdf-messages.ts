import type { DocumentLayout } from '../blocks/block';

/** The message to the thread that draws. */
export interface DrawRequest {
  id: number;
  layout: DocumentLayout;
}

/** The answer of the thread. */
export type DrawResponse = { id: number; pdf: Uint8Array } | { id: number; error: Error };
