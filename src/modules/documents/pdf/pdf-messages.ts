import type { DocumentLayout } from '../blocks/block';

/** What the thread that draws receives. */
export interface DrawRequest {
  id: number;
  layout: DocumentLayout;
}

/** What it sends back. */
export type DrawResponse = { id: number; pdf: Uint8Array } | { id: number; error: Error };
