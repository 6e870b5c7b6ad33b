export { Formats, NO_UNIT } from './formats';
export { DEFAULT_LOCALE, localeOf } from './locale';
export { LocaleField } from './locale.field';
export { LANGUAGES, textIn, textKeysOf } from './texts';
export { UnitCodeField } from './unit-code.field';
