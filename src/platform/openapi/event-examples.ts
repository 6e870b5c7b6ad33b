import { Injectable } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';

interface WebhookOperation {
  post: { requestBody: { content: { 'application/json': { example: EventExample } } } };
}

/** A delivery body as it could be sent. */
export type EventExample = Readonly<Record<string, unknown>> & { readonly object_type: string };

/** The delivery body of each kind that the API description shows as its example. */
@Injectable()
export class EventExamples {
  private document: () => OpenAPIObject = () => {
    throw new Error('This process has no API description');
  };

  /** @param document called for each example, so it keeps what it builds */
  readFrom(document: () => OpenAPIObject): void {
    this.document = document;
  }

  /** Returns the example of a kind in the catalogue. */
  of(kind: string): EventExample {
    const operation = this.document().webhooks?.[kind] as WebhookOperation | undefined;
    if (operation === undefined) throw new Error(`The API description has no webhook ${kind}`);
    return operation.post.requestBody.content['application/json'].example;
  }
}
