import { ApiCreatedResponse, ApiNoContentResponse, ApiNotFoundResponse, ApiProperty } from '@nestjs/swagger';
import { hasField, responseClassOf } from './response-class';

class Entry {
  @ApiProperty() id = '';
}

class Resource {
  @ApiProperty() id = '';
  @ApiProperty({ type: 'object', additionalProperties: true }) properties = {};
  @ApiProperty({ type: [Entry] }) entries: Entry[] = [];
  @ApiProperty({ type: () => [Entry] }) lazy: Entry[] = [];
  undocumented = '';
}

class Controller {
  @ApiNotFoundResponse({ type: Entry })
  @ApiCreatedResponse({ type: Resource })
  create(): void {
    return;
  }

  @ApiNoContentResponse()
  remove(): void {
    return;
  }

  plain(): void {
    return;
  }
}

const handler = (name: keyof Controller): object =>
  Object.getOwnPropertyDescriptor(Controller.prototype, name)?.value as object;

describe('responseClassOf', () => {
  it('returns the class of the 2xx response', () => {
    expect(responseClassOf(handler('create'))).toBe(Resource);
  });

  it('returns null if the handler documents no class', () => {
    expect(responseClassOf(handler('remove'))).toBeNull();
    expect(responseClassOf(handler('plain'))).toBeNull();
  });
});

describe('hasField', () => {
  it.each(['id', 'entries', 'entries.0.id', 'lazy.12.id', 'properties'])('returns true for %s', (path) => {
    expect(hasField(Resource, path.split('.'))).toBe(true);
  });

  it.each([
    'undocumented',
    'constructor',
    'toString',
    '',
    '0',
    'id.x',
    'properties.x',
    'entries.0.hue',
    '__proto__',
  ])('returns false for "%s"', (path) => {
    expect(hasField(Resource, path.split('.'))).toBe(false);
  });
});
