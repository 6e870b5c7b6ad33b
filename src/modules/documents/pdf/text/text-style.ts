import type { Weight } from '../fonts/font-files';

export interface TextStyle {
  /** In points. */
  size: number;
  weight: Weight;
}
