# Written by `npm run sdk` from docs/reference/openapi.json.
"""`client.customers`"""

from __future__ import annotations

from datetime import date
from typing import Literal

from ushirika._core import (
    AsyncCore,
    AsyncResource,
    Core,
    Resource,
    async_list_with_response,
    async_with_response,
    with_response,
)
from ushirika._operation import NOT_GIVEN, ListOperation, NotGiven, Operation
from ushirika._pages import AsyncPages, Page
from ushirika.generated import models, params

CUSTOMERS_DOCUMENTS_CREATE = Operation(
    "POST",
    "/api/v1/customers/{customer}/documents",
    models.Document,
    nullable=frozenset({"issuing_country", "expires_on", "file_id", "file_url", "file_sha256"}),
)

CUSTOMERS_DOCUMENTS_LIST = ListOperation(
    "/api/v1/customers/{customer}/documents",
    "documents",
    models.Document,
)

CUSTOMERS_DOCUMENTS_REVIEW = Operation(
    "POST",
    "/api/v1/customers/{customer}/documents/{document}/review",
    models.Document,
    nullable=frozenset({"note"}),
)

CUSTOMERS_KYC_REQUIREMENTS = Operation(
    "GET",
    "/api/v1/customers/{customer}/kyc/requirements",
    models.KycRequirements,
)

CUSTOMERS_KYC_DECIDE = Operation(
    "POST",
    "/api/v1/customers/{customer}/kyc",
    models.KycDecision,
    nullable=frozenset({"note"}),
)

CUSTOMERS_WALLETS_OPEN = Operation(
    "POST",
    "/api/v1/customers/{customer}/wallets",
    models.Wallet,
)

CUSTOMERS_WALLETS_LIST = ListOperation(
    "/api/v1/customers/{customer}/wallets",
    "wallets",
    models.Wallet,
)

CUSTOMERS_WALLETS_DEPOSIT = Operation(
    "POST",
    "/api/v1/customers/{customer}/wallets/deposit",
    models.Transfer,
    idempotency="body",
)

CUSTOMERS_WALLETS_WITHDRAW = Operation(
    "POST",
    "/api/v1/customers/{customer}/wallets/withdraw",
    models.Transfer,
    idempotency="body",
)

CUSTOMERS_CREATE = Operation(
    "POST",
    "/api/v1/customers",
    models.Customer,
    nullable=frozenset({"phone", "email", "date_of_birth", "external_ref"}),
)

CUSTOMERS_LIST = ListOperation(
    "/api/v1/customers",
    "customers",
    models.Customer,
)

CUSTOMERS_GET = Operation(
    "GET",
    "/api/v1/customers/{customer}",
    models.Customer,
)

CUSTOMERS_UPDATE = Operation(
    "PATCH",
    "/api/v1/customers/{customer}",
    models.Customer,
    nullable=frozenset({"phone", "email", "date_of_birth", "external_ref"}),
)

CUSTOMERS_LIST_EVENTS = ListOperation(
    "/api/v1/customers/{customer}/events",
    "events",
    models.CustomerEvent,
)

CUSTOMERS_FREEZE = Operation(
    "POST",
    "/api/v1/customers/{customer}/freeze",
    models.Customer,
)

CUSTOMERS_UNFREEZE = Operation(
    "POST",
    "/api/v1/customers/{customer}/unfreeze",
    models.Customer,
)

CUSTOMERS_CLOSE = Operation(
    "POST",
    "/api/v1/customers/{customer}/close",
    models.Customer,
)


class CustomersDocuments(Resource):
    def create(
        self,
        customer: str,
        *,
        doc_type: models.DocType,
        number: str,
        issuing_country: str | None | NotGiven = NOT_GIVEN,
        expires_on: date | str | None | NotGiven = NOT_GIVEN,
        file_id: str | None | NotGiven = NOT_GIVEN,
        file_url: str | None | NotGiven = NOT_GIVEN,
        file_sha256: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> models.Document:
        """Submit a document for review; its number is encrypted, and only the last 4 characters are returned.

        `POST /api/v1/customers/{customer}/documents`

        Args:
            expires_on: Its last day of validity
            file_id: An uploaded file, in place of `file_url`
        """
        return self._core.call(
            CUSTOMERS_DOCUMENTS_CREATE,
            (customer,),
            body={
                "doc_type": doc_type,
                "number": number,
                "issuing_country": issuing_country,
                "expires_on": expires_on,
                "file_id": file_id,
                "file_url": file_url,
                "file_sha256": file_sha256,
            },
            timeout=timeout,
        )

    def list(
        self,
        customer: str,
        *,
        limit: int | None = None,
        after: str | None = None,
        timeout: float | None = None,
    ) -> Page[models.Document]:
        """A customer's documents, newest first.

        `GET /api/v1/customers/{customer}/documents`

        Args:
            after: `next_after` of the previous page
        """
        return self._core.list(
            CUSTOMERS_DOCUMENTS_LIST,
            (customer,),
            {
                "limit": limit,
                "after": after,
            },
            timeout,
        )

    def review(
        self,
        customer: str,
        document: str,
        *,
        decision: Literal["accept", "reject"] | str,
        note: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> models.Document:
        """Accept or reject a document, once.

        `POST /api/v1/customers/{customer}/documents/{document}/review`

        Args:
            note: Required to reject
        """
        return self._core.call(
            CUSTOMERS_DOCUMENTS_REVIEW,
            (customer, document),
            body={
                "decision": decision,
                "note": note,
            },
            timeout=timeout,
        )


class CustomersDocumentsWithResponse:
    def __init__(self, resource: CustomersDocuments) -> None:
        self.create = with_response(resource.create)
        self.list = with_response(resource.list)
        self.review = with_response(resource.review)


class CustomersKyc(Resource):
    def requirements(
        self,
        customer: str,
        *,
        tier: int,
        timeout: float | None = None,
    ) -> models.KycRequirements:
        """A customer's missing requirements for a tier.

        `GET /api/v1/customers/{customer}/kyc/requirements`
        """
        return self._core.call(
            CUSTOMERS_KYC_REQUIREMENTS,
            (customer,),
            query={
                "tier": tier,
            },
            timeout=timeout,
        )

    def decide(
        self,
        customer: str,
        *,
        decision: Literal["approve", "reject"] | str,
        tier: int | None = None,
        note: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> models.KycDecision:
        """Approve a customer for a tier, or reject the customer.

        `POST /api/v1/customers/{customer}/kyc`

        Args:
            tier: Required to approve
            note: Required to reject
        """
        return self._core.call(
            CUSTOMERS_KYC_DECIDE,
            (customer,),
            body={
                "decision": decision,
                "tier": tier,
                "note": note,
            },
            timeout=timeout,
        )


class CustomersKycWithResponse:
    def __init__(self, resource: CustomersKyc) -> None:
        self.requirements = with_response(resource.requirements)
        self.decide = with_response(resource.decide)


class CustomersWallets(Resource):
    def open(
        self,
        customer: str,
        *,
        currency: models.Currency,
        timeout: float | None = None,
    ) -> models.Wallet:
        """Open a wallet, one per currency; needs an active customer of KYC tier 1 or above.

        `POST /api/v1/customers/{customer}/wallets`
        """
        return self._core.call(
            CUSTOMERS_WALLETS_OPEN,
            (customer,),
            body={
                "currency": currency,
            },
            timeout=timeout,
        )

    def list(
        self,
        customer: str,
        *,
        limit: int | None = None,
        after: str | None = None,
        timeout: float | None = None,
    ) -> Page[models.Wallet]:
        """A customer's wallets, newest first.

        `GET /api/v1/customers/{customer}/wallets`

        Args:
            after: `next_after` of the previous page
        """
        return self._core.list(
            CUSTOMERS_WALLETS_LIST,
            (customer,),
            {
                "limit": limit,
                "after": after,
            },
            timeout,
        )

    def deposit(
        self,
        customer: str,
        *,
        currency: models.Currency,
        amount_minor: int,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.Transfer:
        """Move money from the merchant's balance into the wallet.

        `POST /api/v1/customers/{customer}/wallets/deposit`
        """
        return self._core.call(
            CUSTOMERS_WALLETS_DEPOSIT,
            (customer,),
            body={
                "currency": currency,
                "amount_minor": amount_minor,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def withdraw(
        self,
        customer: str,
        *,
        currency: models.Currency,
        amount_minor: int,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.Transfer:
        """Move money from the wallet into the merchant's balance.

        `POST /api/v1/customers/{customer}/wallets/withdraw`
        """
        return self._core.call(
            CUSTOMERS_WALLETS_WITHDRAW,
            (customer,),
            body={
                "currency": currency,
                "amount_minor": amount_minor,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )


class CustomersWalletsWithResponse:
    def __init__(self, resource: CustomersWallets) -> None:
        self.open = with_response(resource.open)
        self.list = with_response(resource.list)
        self.deposit = with_response(resource.deposit)
        self.withdraw = with_response(resource.withdraw)


class Customers(Resource):
    def __init__(self, core: Core) -> None:
        super().__init__(core)
        self.documents = CustomersDocuments(core)
        self.kyc = CustomersKyc(core)
        self.wallets = CustomersWallets(core)

    def create(
        self,
        *,
        full_name: str,
        kind: Literal["individual", "business"] | str | None = None,
        phone: str | None | NotGiven = NOT_GIVEN,
        email: str | None | NotGiven = NOT_GIVEN,
        date_of_birth: date | str | None | NotGiven = NOT_GIVEN,
        external_ref: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> models.Customer:
        """Create a customer; phone and external reference are unique per environment.

        `POST /api/v1/customers`
        """
        return self._core.call(
            CUSTOMERS_CREATE,
            (),
            body={
                "full_name": full_name,
                "kind": kind,
                "phone": phone,
                "email": email,
                "date_of_birth": date_of_birth,
                "external_ref": external_ref,
            },
            timeout=timeout,
        )

    def list(
        self,
        *,
        limit: int | None = None,
        after: str | None = None,
        q: str | None = None,
        status: Literal["active", "frozen", "closed"] | str | None = None,
        kyc_status: params.CustomersListKycStatus | None = None,
        timeout: float | None = None,
    ) -> Page[models.Customer]:
        """List or search customers, newest first.

        `GET /api/v1/customers`

        Args:
            after: `next_after` of the previous page
            q: Words of name, email and reference; phone numbers
        """
        return self._core.list(
            CUSTOMERS_LIST,
            (),
            {
                "limit": limit,
                "after": after,
                "q": q,
                "status": status,
                "kyc_status": kyc_status,
            },
            timeout,
        )

    def get(
        self,
        customer: str,
        *,
        timeout: float | None = None,
    ) -> models.Customer:
        """One customer.

        `GET /api/v1/customers/{customer}`
        """
        return self._core.call(
            CUSTOMERS_GET,
            (customer,),
            timeout=timeout,
        )

    def update(
        self,
        customer: str,
        *,
        kind: Literal["individual", "business"] | str | None = None,
        full_name: str | None = None,
        phone: str | None | NotGiven = NOT_GIVEN,
        email: str | None | NotGiven = NOT_GIVEN,
        date_of_birth: date | str | None | NotGiven = NOT_GIVEN,
        external_ref: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> models.Customer:
        """Change a customer; a new name, date of birth or kind has to be verified again.

        `PATCH /api/v1/customers/{customer}`
        """
        return self._core.call(
            CUSTOMERS_UPDATE,
            (customer,),
            body={
                "kind": kind,
                "full_name": full_name,
                "phone": phone,
                "email": email,
                "date_of_birth": date_of_birth,
                "external_ref": external_ref,
            },
            timeout=timeout,
        )

    def list_events(
        self,
        customer: str,
        *,
        limit: int | None = None,
        after: str | None = None,
        timeout: float | None = None,
    ) -> Page[models.CustomerEvent]:
        """Events of a customer, newest first.

        `GET /api/v1/customers/{customer}/events`

        Args:
            after: `next_after` of the previous page
        """
        return self._core.list(
            CUSTOMERS_LIST_EVENTS,
            (customer,),
            {
                "limit": limit,
                "after": after,
            },
            timeout,
        )

    def freeze(
        self,
        customer: str,
        *,
        timeout: float | None = None,
    ) -> models.Customer:
        """Stop all movements of the wallets.

        `POST /api/v1/customers/{customer}/freeze`
        """
        return self._core.call(
            CUSTOMERS_FREEZE,
            (customer,),
            timeout=timeout,
        )

    def unfreeze(
        self,
        customer: str,
        *,
        timeout: float | None = None,
    ) -> models.Customer:
        """Allow movements of a frozen customer again.

        `POST /api/v1/customers/{customer}/unfreeze`
        """
        return self._core.call(
            CUSTOMERS_UNFREEZE,
            (customer,),
            timeout=timeout,
        )

    def close(
        self,
        customer: str,
        *,
        timeout: float | None = None,
    ) -> models.Customer:
        """Close a customer permanently.

        `POST /api/v1/customers/{customer}/close`
        """
        return self._core.call(
            CUSTOMERS_CLOSE,
            (customer,),
            timeout=timeout,
        )


class CustomersWithResponse:
    def __init__(self, resource: Customers) -> None:
        self.create = with_response(resource.create)
        self.list = with_response(resource.list)
        self.get = with_response(resource.get)
        self.update = with_response(resource.update)
        self.list_events = with_response(resource.list_events)
        self.freeze = with_response(resource.freeze)
        self.unfreeze = with_response(resource.unfreeze)
        self.close = with_response(resource.close)
        self.documents = CustomersDocumentsWithResponse(resource.documents)
        self.kyc = CustomersKycWithResponse(resource.kyc)
        self.wallets = CustomersWalletsWithResponse(resource.wallets)


class AsyncCustomersDocuments(AsyncResource):
    async def create(
        self,
        customer: str,
        *,
        doc_type: models.DocType,
        number: str,
        issuing_country: str | None | NotGiven = NOT_GIVEN,
        expires_on: date | str | None | NotGiven = NOT_GIVEN,
        file_id: str | None | NotGiven = NOT_GIVEN,
        file_url: str | None | NotGiven = NOT_GIVEN,
        file_sha256: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> models.Document:
        """Submit a document for review; its number is encrypted, and only the last 4 characters are returned.

        `POST /api/v1/customers/{customer}/documents`

        Args:
            expires_on: Its last day of validity
            file_id: An uploaded file, in place of `file_url`
        """
        return await self._core.call(
            CUSTOMERS_DOCUMENTS_CREATE,
            (customer,),
            body={
                "doc_type": doc_type,
                "number": number,
                "issuing_country": issuing_country,
                "expires_on": expires_on,
                "file_id": file_id,
                "file_url": file_url,
                "file_sha256": file_sha256,
            },
            timeout=timeout,
        )

    def list(
        self,
        customer: str,
        *,
        limit: int | None = None,
        after: str | None = None,
        timeout: float | None = None,
    ) -> AsyncPages[models.Document]:
        """A customer's documents, newest first.

        `GET /api/v1/customers/{customer}/documents`

        Args:
            after: `next_after` of the previous page
        """
        return self._core.list(
            CUSTOMERS_DOCUMENTS_LIST,
            (customer,),
            {
                "limit": limit,
                "after": after,
            },
            timeout,
        )

    async def review(
        self,
        customer: str,
        document: str,
        *,
        decision: Literal["accept", "reject"] | str,
        note: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> models.Document:
        """Accept or reject a document, once.

        `POST /api/v1/customers/{customer}/documents/{document}/review`

        Args:
            note: Required to reject
        """
        return await self._core.call(
            CUSTOMERS_DOCUMENTS_REVIEW,
            (customer, document),
            body={
                "decision": decision,
                "note": note,
            },
            timeout=timeout,
        )


class AsyncCustomersDocumentsWithResponse:
    def __init__(self, resource: AsyncCustomersDocuments) -> None:
        self.create = async_with_response(resource.create)
        self.list = async_list_with_response(resource.list)
        self.review = async_with_response(resource.review)


class AsyncCustomersKyc(AsyncResource):
    async def requirements(
        self,
        customer: str,
        *,
        tier: int,
        timeout: float | None = None,
    ) -> models.KycRequirements:
        """A customer's missing requirements for a tier.

        `GET /api/v1/customers/{customer}/kyc/requirements`
        """
        return await self._core.call(
            CUSTOMERS_KYC_REQUIREMENTS,
            (customer,),
            query={
                "tier": tier,
            },
            timeout=timeout,
        )

    async def decide(
        self,
        customer: str,
        *,
        decision: Literal["approve", "reject"] | str,
        tier: int | None = None,
        note: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> models.KycDecision:
        """Approve a customer for a tier, or reject the customer.

        `POST /api/v1/customers/{customer}/kyc`

        Args:
            tier: Required to approve
            note: Required to reject
        """
        return await self._core.call(
            CUSTOMERS_KYC_DECIDE,
            (customer,),
            body={
                "decision": decision,
                "tier": tier,
                "note": note,
            },
            timeout=timeout,
        )


class AsyncCustomersKycWithResponse:
    def __init__(self, resource: AsyncCustomersKyc) -> None:
        self.requirements = async_with_response(resource.requirements)
        self.decide = async_with_response(resource.decide)


class AsyncCustomersWallets(AsyncResource):
    async def open(
        self,
        customer: str,
        *,
        currency: models.Currency,
        timeout: float | None = None,
    ) -> models.Wallet:
        """Open a wallet, one per currency; needs an active customer of KYC tier 1 or above.

        `POST /api/v1/customers/{customer}/wallets`
        """
        return await self._core.call(
            CUSTOMERS_WALLETS_OPEN,
            (customer,),
            body={
                "currency": currency,
            },
            timeout=timeout,
        )

    def list(
        self,
        customer: str,
        *,
        limit: int | None = None,
        after: str | None = None,
        timeout: float | None = None,
    ) -> AsyncPages[models.Wallet]:
        """A customer's wallets, newest first.

        `GET /api/v1/customers/{customer}/wallets`

        Args:
            after: `next_after` of the previous page
        """
        return self._core.list(
            CUSTOMERS_WALLETS_LIST,
            (customer,),
            {
                "limit": limit,
                "after": after,
            },
            timeout,
        )

    async def deposit(
        self,
        customer: str,
        *,
        currency: models.Currency,
        amount_minor: int,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.Transfer:
        """Move money from the merchant's balance into the wallet.

        `POST /api/v1/customers/{customer}/wallets/deposit`
        """
        return await self._core.call(
            CUSTOMERS_WALLETS_DEPOSIT,
            (customer,),
            body={
                "currency": currency,
                "amount_minor": amount_minor,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    async def withdraw(
        self,
        customer: str,
        *,
        currency: models.Currency,
        amount_minor: int,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.Transfer:
        """Move money from the wallet into the merchant's balance.

        `POST /api/v1/customers/{customer}/wallets/withdraw`
        """
        return await self._core.call(
            CUSTOMERS_WALLETS_WITHDRAW,
            (customer,),
            body={
                "currency": currency,
                "amount_minor": amount_minor,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )


class AsyncCustomersWalletsWithResponse:
    def __init__(self, resource: AsyncCustomersWallets) -> None:
        self.open = async_with_response(resource.open)
        self.list = async_list_with_response(resource.list)
        self.deposit = async_with_response(resource.deposit)
        self.withdraw = async_with_response(resource.withdraw)


class AsyncCustomers(AsyncResource):
    def __init__(self, core: AsyncCore) -> None:
        super().__init__(core)
        self.documents = AsyncCustomersDocuments(core)
        self.kyc = AsyncCustomersKyc(core)
        self.wallets = AsyncCustomersWallets(core)

    async def create(
        self,
        *,
        full_name: str,
        kind: Literal["individual", "business"] | str | None = None,
        phone: str | None | NotGiven = NOT_GIVEN,
        email: str | None | NotGiven = NOT_GIVEN,
        date_of_birth: date | str | None | NotGiven = NOT_GIVEN,
        external_ref: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> models.Customer:
        """Create a customer; phone and external reference are unique per environment.

        `POST /api/v1/customers`
        """
        return await self._core.call(
            CUSTOMERS_CREATE,
            (),
            body={
                "full_name": full_name,
                "kind": kind,
                "phone": phone,
                "email": email,
                "date_of_birth": date_of_birth,
                "external_ref": external_ref,
            },
            timeout=timeout,
        )

    def list(
        self,
        *,
        limit: int | None = None,
        after: str | None = None,
        q: str | None = None,
        status: Literal["active", "frozen", "closed"] | str | None = None,
        kyc_status: params.CustomersListKycStatus | None = None,
        timeout: float | None = None,
    ) -> AsyncPages[models.Customer]:
        """List or search customers, newest first.

        `GET /api/v1/customers`

        Args:
            after: `next_after` of the previous page
            q: Words of name, email and reference; phone numbers
        """
        return self._core.list(
            CUSTOMERS_LIST,
            (),
            {
                "limit": limit,
                "after": after,
                "q": q,
                "status": status,
                "kyc_status": kyc_status,
            },
            timeout,
        )

    async def get(
        self,
        customer: str,
        *,
        timeout: float | None = None,
    ) -> models.Customer:
        """One customer.

        `GET /api/v1/customers/{customer}`
        """
        return await self._core.call(
            CUSTOMERS_GET,
            (customer,),
            timeout=timeout,
        )

    async def update(
        self,
        customer: str,
        *,
        kind: Literal["individual", "business"] | str | None = None,
        full_name: str | None = None,
        phone: str | None | NotGiven = NOT_GIVEN,
        email: str | None | NotGiven = NOT_GIVEN,
        date_of_birth: date | str | None | NotGiven = NOT_GIVEN,
        external_ref: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> models.Customer:
        """Change a customer; a new name, date of birth or kind has to be verified again.

        `PATCH /api/v1/customers/{customer}`
        """
        return await self._core.call(
            CUSTOMERS_UPDATE,
            (customer,),
            body={
                "kind": kind,
                "full_name": full_name,
                "phone": phone,
                "email": email,
                "date_of_birth": date_of_birth,
                "external_ref": external_ref,
            },
            timeout=timeout,
        )

    def list_events(
        self,
        customer: str,
        *,
        limit: int | None = None,
        after: str | None = None,
        timeout: float | None = None,
    ) -> AsyncPages[models.CustomerEvent]:
        """Events of a customer, newest first.

        `GET /api/v1/customers/{customer}/events`

        Args:
            after: `next_after` of the previous page
        """
        return self._core.list(
            CUSTOMERS_LIST_EVENTS,
            (customer,),
            {
                "limit": limit,
                "after": after,
            },
            timeout,
        )

    async def freeze(
        self,
        customer: str,
        *,
        timeout: float | None = None,
    ) -> models.Customer:
        """Stop all movements of the wallets.

        `POST /api/v1/customers/{customer}/freeze`
        """
        return await self._core.call(
            CUSTOMERS_FREEZE,
            (customer,),
            timeout=timeout,
        )

    async def unfreeze(
        self,
        customer: str,
        *,
        timeout: float | None = None,
    ) -> models.Customer:
        """Allow movements of a frozen customer again.

        `POST /api/v1/customers/{customer}/unfreeze`
        """
        return await self._core.call(
            CUSTOMERS_UNFREEZE,
            (customer,),
            timeout=timeout,
        )

    async def close(
        self,
        customer: str,
        *,
        timeout: float | None = None,
    ) -> models.Customer:
        """Close a customer permanently.

        `POST /api/v1/customers/{customer}/close`
        """
        return await self._core.call(
            CUSTOMERS_CLOSE,
            (customer,),
            timeout=timeout,
        )


class AsyncCustomersWithResponse:
    def __init__(self, resource: AsyncCustomers) -> None:
        self.create = async_with_response(resource.create)
        self.list = async_list_with_response(resource.list)
        self.get = async_with_response(resource.get)
        self.update = async_with_response(resource.update)
        self.list_events = async_list_with_response(resource.list_events)
        self.freeze = async_with_response(resource.freeze)
        self.unfreeze = async_with_response(resource.unfreeze)
        self.close = async_with_response(resource.close)
        self.documents = AsyncCustomersDocumentsWithResponse(resource.documents)
        self.kyc = AsyncCustomersKycWithResponse(resource.kyc)
        self.wallets = AsyncCustomersWalletsWithResponse(resource.wallets)
