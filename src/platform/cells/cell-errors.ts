import { AppError } from '../errors/app-error';

/** The organization is being moved into this cell. Nothing is served until all its rows have arrived. */
export class OrganizationArrivingError extends AppError {
  readonly code = 'organization_arriving';

  constructor() {
    super(
      'The organization is being moved to this cell and is served shortly. Retry after the number of seconds in Retry-After, with an Idempotency-Key to prevent duplicates.',
    );
  }
}

/** The organization was moved to another cell. Nothing has happened, so the request can be sent there. */
export class OrganizationMovedError extends AppError {
  readonly code = 'organization_moved';

  /** @param location the base URL of the other cell; null if it is not known. */
  constructor(override readonly location: string | null) {
    super(
      location === null
        ? 'The organization has moved to another cell. Nothing has been done: send the request there.'
        : `The organization has moved to ${location}. Nothing has been done: send the request there.`,
    );
  }
}
