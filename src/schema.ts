import { entities } from './entities';
import { migrations } from './migrations';
import type { Schema } from './platform/database/data-source-options';

/** The database as the code expects it. */
export const schema: Schema = { entities, migrations };
