"""What the API answers: all models."""

from .generated.models import *  # noqa: F403
