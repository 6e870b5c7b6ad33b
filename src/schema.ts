import { entities } from './entities';
import { migrations } from './migrations';
import type { Schema } from './platform/database/data-source-options';

export const schema: Schema = { entities, migrations };
