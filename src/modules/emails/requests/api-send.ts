import { applyDecorators } from '@nestjs/common';
import { ApiCreatedResponse, ApiOperation } from '@nestjs/swagger';
import { Audited } from '../../../platform/audit/audited';
import { RequiredScope } from '../../../platform/http/required-scope';
import { ApiErrors } from '../../../platform/openapi/api-errors';
import { EmailDto } from '../email.dto';

/** Describes the route that sends something by e-mail. @param what e.g. `an invoice` */
export function ApiSend(what: string, attached: string, refused: string): MethodDecorator {
  return applyDecorators(
    RequiredScope('emails:write'),
    Audited('email', { id: 'result' }),
    ApiOperation({
      summary: `Send ${what} by e-mail`,
      description: `Queues an e-mail with ${attached}, whatever the settings for e-mails say. Each call sends another one: use an Idempotency-Key.`,
    }),
    ApiErrors({ 400: `${refused}; or \`mail_not_configured\`: the operator has not set up a mail server` }),
    ApiCreatedResponse({ type: EmailDto }),
  );
}
