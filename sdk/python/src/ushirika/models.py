"""All models of answers of the API."""

from .generated.models import *  # noqa: F403
