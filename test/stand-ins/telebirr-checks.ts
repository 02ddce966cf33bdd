/** What telebirr refuses in what it is sent, and the text that is signed. */
import type { Fields } from './stand-in.ts';

interface Merchant {
  merchant_app_id: string;
  merchant_code: string;
}

const LEFT_OUT = new Set(
  'sign sign_type header refund_info openType raw_request biz_content wallet_reference_data'.split(' '),
);
/** By path. */
export const METHODS: Record<string, string> = {
  '/payment/v1/merchant/preOrder': 'payment.preorder',
  '/payment/v1/merchant/queryOrder': 'payment.queryorder',
  '/payment/v1/merchant/refund': 'payment.refund',
};
const ORDER_FIELDS = ['appid', 'merch_code', 'merch_order_id'];
const PAYEE_FIELDS = ['payee_identifier', 'payee_identifier_type', 'payee_type'];
const PAYMENT_FIELDS = [
  'notify_url',
  'redirect_url',
  'trade_type',
  'title',
  'total_amount',
  'trans_currency',
];
const FIELDS: Record<string, { required: string[]; optional: string[] }> = {
  'payment.preorder': {
    required: [...ORDER_FIELDS, ...PAYMENT_FIELDS, 'timeout_express', 'business_type', ...PAYEE_FIELDS],
    optional: ['callback_info'],
  },
  'payment.queryorder': { required: ORDER_FIELDS, optional: [] },
  'payment.refund': {
    required: [...ORDER_FIELDS, 'refund_request_no', 'actual_amount', 'trans_currency'],
    optional: ['refund_reason'],
  },
};

/** What telebirr would refuse in what is asked, or null. */
export function complaintAboutContent(
  method: string,
  content: Record<string, string>,
  merchant: Merchant,
): string | null {
  const { required, optional } = FIELDS[method] as { required: string[]; optional: string[] };
  const unknown = Object.keys(content).find((name) => ![...required, ...optional].includes(name));
  if (unknown !== undefined) return `unknown field ${unknown}`;
  const missing = required.find((name) => typeof content[name] !== 'string' || content[name] === '');
  if (missing !== undefined) return `field ${missing}`;
  const { appid, merch_code, merch_order_id = '', title = '' } = content;
  if (appid !== merchant.merchant_app_id || merch_code !== merchant.merchant_code) return 'merchant';
  if (!/^[A-Za-z0-9]{1,64}$/.test(merch_order_id)) return 'merch_order_id';
  if (/[~`!#$%^*()\-+=|/<>?;:"[\]{}\\&]/.test(title)) return 'title';
  for (const name of ['total_amount', 'actual_amount'])
    if (content[name] !== undefined && !/^\d+\.\d{2}$/.test(content[name])) return name;
  if (content['trans_currency'] !== undefined && content['trans_currency'] !== 'ETB') return 'trans_currency';
  if (content['refund_request_no'] !== undefined && !/^[A-Za-z0-9]{1,64}$/.test(content['refund_request_no']))
    return 'refund_request_no';
  if (method !== 'payment.preorder') return null;
  const fixed = { trade_type: 'Checkout', business_type: 'BuyGoods', payee_identifier_type: '04' };
  const other = Object.entries(fixed).find(([name, value]) => content[name] !== value);
  if (other) return other[0];
  if (content['payee_identifier'] !== merchant.merchant_code) return 'payee_identifier';
  if (content['payee_type'] !== '5000') return 'payee_type';
  const [, minutes] = /^(\d+)m$/.exec(content['timeout_express'] ?? '') ?? [];
  if (!minutes || Number(minutes) < 1 || Number(minutes) > 120) return 'timeout_express';
  return null;
}

export function canonical(message: Fields): string {
  const flat: Fields = { ...message, ...((message['biz_content'] ?? {}) as Fields) };
  return Object.keys(flat)
    .filter((name) => !LEFT_OUT.has(name) && flat[name] !== '' && flat[name] != null)
    .toSorted()
    .map((name) => `${name}=${String(flat[name])}`)
    .join('&');
}
