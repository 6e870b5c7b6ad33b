export { entityTagOf, taggedAs, versioned } from './entity-tag';
export { IfMatch, IfMatchValue } from './if-match';
export { NO_PRECONDITION, type Precondition } from './precondition';
