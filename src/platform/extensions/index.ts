export { extend, extensionPoint, type ExtensionPoint } from './extension-point';
export { EXTENSION_DEADLINE_MS, Extensions } from './extensions';
export { ExtensionFailedError } from './extension-failed.error';
export { assertDeletable, reasonToKeep, type DeletionGuard } from './deletion-guard';
export {
  ADDED_FIELD_EXTENSION,
  addFields,
  addedFieldsIn,
  fieldsPoint,
  fieldsPointOf,
  type AddedFields,
  type ChangedResource,
  type FieldsPoint,
} from './added-fields';
export { ResourceFields, type GivenFields } from './resource-fields';
