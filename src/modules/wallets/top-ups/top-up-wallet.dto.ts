import { AnswerField, BooleanField, DecimalField, EnumField } from '../../../platform/http/fields';
import { CREDITS, CREDITS_RULE } from '../credits-field';
import { WalletDto, type TopUp } from '../wallet.dto';
import { TOP_UP_SOURCES, type TopUpSource } from '../wallet.rules';

export class TopUpWalletDto {
  @DecimalField({ description: `Credits to add; ${CREDITS_RULE}`, example: '25.5', ...CREDITS })
  credits!: string;

  @EnumField({
    description:
      '`paid`: the customer has paid for the credits, recorded as received; `granted`: free credits',
    example: 'paid',
    values: TOP_UP_SOURCES,
  })
  source!: TopUpSource;

  @BooleanField({
    description: 'Whether the credits are sold by an invoice and added once it is paid; only with `paid`',
    example: false,
    optional: true,
    default: false,
  })
  collect?: boolean;
}

export class ToppedUpWalletDto extends WalletDto {
  @AnswerField({
    description: 'Id of the invoice that adds the credits once it is paid; null without `collect`',
    type: String,
    format: 'uuid',
    nullable: true,
    example: null,
  })
  top_up_invoice_id!: string | null;
}

export function toTopUp({ credits, source }: TopUpWalletDto): TopUp {
  return { field: 'credits', credits, source };
}
