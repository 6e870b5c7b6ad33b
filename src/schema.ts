import { entities } from './entities';
import { migrations } from './migrations';
import type { Schema } from './platform/database/data-source-options';

/** The entities and migrations of the service. */
export const schema: Schema = { entities, migrations };
