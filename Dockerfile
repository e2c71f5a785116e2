FROM python:3.13-slim
ENV PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1 ADJUTANT_DATABASE=/data/adjutant.sqlite
WORKDIR /adjutant
COPY requirements.lock .
RUN pip install --no-cache-dir --require-hashes -r requirements.lock \
    && useradd --system --uid 10001 adjutant \
    && install -d -o adjutant /data
COPY rules rules
COPY data data
COPY bot bot
COPY cogs cogs
USER adjutant
VOLUME /data
STOPSIGNAL SIGINT
CMD ["python", "-m", "bot", "run"]
