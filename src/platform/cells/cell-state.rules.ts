import type { AppError } from '../errors/app-error';
import { OrganizationArrivingError, OrganizationMovedError } from './cell-errors';

/**
 * The state of an organization in this cell, that is in this database (docs/scaling.md#cells). It is independent of the
 * organization's `status`, which moves with it.
 */
export type CellState = 'active' | 'arriving' | 'leaving' | 'moved';

/**
 * Returns why this cell serves no request of the organization, or null if it does. While the organization is leaving,
 * requests are served: what they commit before the end of the move moves too.
 */
export function refusalOf(state: CellState, movedTo: string | null): AppError | null {
  switch (state) {
    case 'active':
    case 'leaving':
      return null;
    case 'arriving':
      return new OrganizationArrivingError();
    case 'moved':
      return new OrganizationMovedError(movedTo);
  }
}
