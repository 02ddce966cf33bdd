export { SavingsAccount, type SavingsAccountRow } from './accounts/account.model.ts';
export { changeSavingsCurrency } from './products/change-currency.ts';
export { defineDefaultProduct, requireDefaultProduct } from './products/products.ts';
export * as savingsProducts from './products/index.ts';
export { SavingsProduct, type SavingsProductRow } from './products/product.model.ts';
