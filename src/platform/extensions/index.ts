export { extend, extensionPoint, namedExtensionPoint, type ExtensionPoint } from './extension-point';
export { Extensions } from './extensions';
export { ExtensionFailedError } from './extension-failed.error';
export { assertDeletable, type DeletionGuard } from './deletion-guard';
